import { useState } from 'react';
import { adminRoutes } from '#contract/admin-routes.ts';
import { NOTE_MAX } from '#contract/limits.ts';
import { formatUsd, micros } from '#contract/money.ts';
import type { AdminPayoutRow } from '#contract/payouts.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AskDialog } from '../ask-dialog.tsx';

export interface Selection {
  rows: AdminPayoutRow[];
  column: Column<AdminPayoutRow>;
  clear: () => void;
}

const canChoose = (row: AdminPayoutRow): boolean =>
  !row.atProcessor && !(row.frozen && row.state === 'requested');

/** The selected rows of the queue; a row that left the queue is deselected. */
export function useSelection(rows: readonly AdminPayoutRow[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setIds((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return {
    rows: rows.filter((row) => ids.has(row.id) && canChoose(row)),
    column: {
      header: 'Choose',
      cell: (row) =>
        canChoose(row) ? (
          <input
            type="checkbox"
            className="size-4 accent-ink"
            aria-label={`Choose payout of @${row.clipperUsername}`}
            checked={ids.has(row.id)}
            onChange={() => toggle(row.id)}
          />
        ) : null,
    },
    clear: () => setIds(new Set()),
  };
}

/** Actions for all selected payouts; hidden when none is selected. */
export function PayoutBulk({ selection }: { selection: Selection }) {
  const [asking, setAsking] = useState<'paid' | 'failed' | null>(null);
  const { rows, clear } = selection;
  const ids = rows.map((row) => row.id);
  const mark = useAction(adminRoutes.markPayouts, {
    success: ({ done, refused }) => {
      const left = refused.map(({ detail }) => detail);
      if (done > 0) toast.success(done === 1 ? '1 payout marked' : `${done} payouts marked`);
      if (left.length > 0) toast.error(`${left.length} not marked`, [...new Set(left)].join(' '));
      setAsking(null);
      clear();
    },
  });
  if (rows.length === 0) return null;
  const sum = formatUsd(micros(rows.reduce((total, row) => total + row.amountMicros, 0n)));
  const all = (state: AdminPayoutRow['state']) => rows.every((row) => row.state === state);
  const busy = mark.isPending && 'Saving...';
  return (
    <section
      aria-label="Chosen payouts"
      className="flex flex-wrap items-center gap-2 border-line border-b bg-blue-soft px-4.5 py-2.5 text-sm max-md:px-4"
    >
      <b className="mr-auto font-semibold">
        {rows.length} chosen, {sum}
      </b>
      {all('requested') ? (
        <Button size="sm" busy={busy} onClick={() => mark.mutate({ body: { act: 'pick_up', ids } })}>
          Pick up all
        </Button>
      ) : null}
      {all('processing') ? (
        <>
          <Button size="sm" variant="danger" onClick={() => setAsking('failed')}>
            Mark all failed
          </Button>
          <Button size="sm" variant="primary" onClick={() => setAsking('paid')}>
            Mark all paid
          </Button>
        </>
      ) : null}
      <Button size="sm" variant="quiet" onClick={clear}>
        Choose none
      </Button>
      {asking ? (
        <BulkDialog
          end={asking}
          what={`${rows.length} payments, ${sum}`}
          busy={busy}
          onConfirm={(text) =>
            mark.mutate({
              body:
                asking === 'paid'
                  ? { act: 'paid', ids, reference: text }
                  : { act: 'failed', ids, reason: text },
            })
          }
          onClose={() => setAsking(null)}
        />
      ) : null}
    </section>
  );
}

interface BulkDialogProps {
  end: 'paid' | 'failed';
  what: string;
  busy: string | false;
  onConfirm: (text: string) => void;
  onClose: () => void;
}

function BulkDialog({ end, what, busy, onConfirm, onClose }: BulkDialogProps) {
  const words =
    end === 'paid'
      ? {
          title: 'Mark all paid',
          description: `You have sent ${what}.`,
          label: 'Reference',
          missing: 'Enter the reference of the payment.',
          maxLength: 200,
        }
      : {
          title: 'Mark all failed',
          description: `${what} did not arrive. Each amount becomes available to its clipper again.`,
          label: 'Reason',
          missing: 'Enter why the payments failed.',
          maxLength: NOTE_MAX,
        };
  return (
    <AskDialog
      {...words}
      hint="The clippers see it."
      line={end === 'paid'}
      confirmText={words.title}
      danger={end === 'failed'}
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
