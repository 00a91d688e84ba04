import { useState } from 'react';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { type Selection, SelectionBar } from './selection.tsx';
import { useReopen } from './support/use-reopen.ts';

interface BulkProps<Row> {
  selection: Selection<Row>;
}

/** Bulk actions that require a note. */
const noted = {
  escalation: {
    route: routes.approveEscalatedClips,
    label: 'Chosen clips',
    what: ['clip', 'clips'],
    title: 'Approve',
    description:
      'Their hosts let the deadline pass. Their verified views then earn, and the hosts are notified that you decided.',
    missing: 'Enter why they are approved.',
    done: '# approved',
  },
  hold: {
    route: routes.releaseFraudHolds,
    label: 'Chosen holds',
    what: ['hold', 'holds'],
    title: 'Release',
    description: 'The held views of each count from now on and may be paid.',
    missing: 'Enter why they are released.',
    done: '# released',
  },
  takedown: {
    route: routes.handleTakedowns,
    label: 'Chosen requests',
    what: ['request', 'requests'],
    title: 'Mark handled',
    description: 'Each is removed from the list with this note; it can be reopened.',
    missing: 'Enter what was done.',
    done: '# marked handled',
  },
} as const;
export type NotedKind = keyof typeof noted;

/** Performs one action, with one note, on all chosen rows. A row that is refused does not stop the others. */
export function NotedBulk<Row extends { id: string }>({
  kind,
  selection,
}: BulkProps<Row> & { kind: NotedKind }) {
  const { route, label, what, title, description, missing, done } = noted[kind];
  // The rows that were chosen when the dialog opened. The list itself may lose rows while the dialog is open.
  const [asked, setAsked] = useState<readonly Row[] | null>(null);
  const close = () => setAsked(null);
  const act = useAction(route, {
    success: (reply) => {
      selection.settle(reply, done);
      close();
    },
  });
  const all = asked ? `${title} ${asked.length} ${what[asked.length === 1 ? 0 : 1]}` : '';
  return (
    <>
      <SelectionBar selection={selection} label={label}>
        <Button size="sm" variant="primary" onClick={() => setAsked(selection.rows)}>
          {title} all
        </Button>
      </SelectionBar>
      {asked ? (
        <AskDialog
          title={all}
          description={description}
          label="Note"
          missing={missing}
          confirmText={all}
          busy={act.isPending && 'Saving...'}
          onConfirm={(note) => act.mutate({ body: { ids: asked.map(({ id }) => id), note } })}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** Closes all chosen messages without an answer, and without asking first, because they can be reopened. */
export function CloseMessages<Row extends { id: string }>({ selection }: BulkProps<Row>) {
  const reopening = useReopen();
  const act = useAction(routes.closeSupportMessages, {
    success: (reply, { body }) => {
      const refused = new Set(reply.refused.map(({ id }) => id));
      selection.settle(reply, '# closed', reopening(body.ids.filter((id) => !refused.has(id))));
    },
  });
  return (
    <SelectionBar selection={selection} label="Chosen messages">
      <Button
        size="sm"
        busy={act.isPending && 'Closing...'}
        onClick={() => act.mutate({ body: { ids: selection.rows.map(({ id }) => id) } })}
      >
        Close all
      </Button>
    </SelectionBar>
  );
}
