import { useState } from 'react';
import { adminRoutes } from '#contract/admin-routes.ts';
import { NOTE_MAX } from '#contract/limits.ts';
import { formatUsd, micros } from '#contract/money.ts';
import type { AdminPayoutRow } from '#contract/payouts.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/button.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import { type Selection, SelectionBar } from '../selection.tsx';

/** Whether anything can be marked of it. */
export const canMark = (row: AdminPayoutRow): boolean =>
  !row.atProcessor && !(row.frozen && row.state === 'requested');

/** Actions for all chosen payouts; hidden when none is chosen. */
export function PayoutBulk({ selection }: { selection: Selection<AdminPayoutRow> }) {
  const [asking, setAsking] = useState<'paid' | 'failed' | null>(null);
  const { rows } = selection;
  const ids = rows.map((row) => row.id);
  const mark = useAction(adminRoutes.markPayouts, {
    success: (reply) => {
      selection.settle(reply, '# marked');
      setAsking(null);
    },
  });
  if (rows.length === 0) return null;
  const sum = formatUsd(micros(rows.reduce((total, row) => total + row.amountMicros, 0n)));
  const all = (state: AdminPayoutRow['state']) => rows.every((row) => row.state === state);
  const busy = mark.isPending && 'Saving...';
  return (
    <SelectionBar selection={selection} label="Chosen payouts" about={sum}>
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
    </SelectionBar>
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
