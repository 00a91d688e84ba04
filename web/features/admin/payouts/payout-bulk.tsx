import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { NOTE_MAX } from '#contract/limits.ts';
import { formatUsd, micros } from '#contract/money.ts';
import type { AdminPayoutRow } from '#contract/payouts/payouts.ts';
import { useAction } from '#web/api/action.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { AskDialog } from '../ask-dialog.tsx';
import { type Selection, SelectionBar } from '../selection.tsx';

/** Whether an admin can mark the payout. */
export const canMark = (row: AdminPayoutRow): boolean =>
  !row.atProcessor && !(row.frozen && row.state === 'requested');

/** Actions for all chosen payouts; hidden when none is chosen. */
export function PayoutBulk({ selection }: { selection: Selection<AdminPayoutRow> }) {
  // The payouts that were chosen when the dialog opened. The list may lose rows while the admin looks at the
  // bank's tab.
  const [asked, setAsked] = useState<{ end: 'paid' | 'failed'; rows: readonly AdminPayoutRow[] } | null>(
    null,
  );
  const { rows } = selection;
  const mark = useAction(adminRoutes.markPayouts, {
    success: (reply) => {
      selection.settle(reply, '# marked');
      setAsked(null);
    },
  });
  const all = (state: AdminPayoutRow['state']) => rows.every((row) => row.state === state);
  const busy = mark.isPending && 'Saving...';
  return (
    <>
      <SelectionBar selection={selection} label="Chosen payouts" about={sumOf(rows)}>
        {all('requested') ? (
          <Button
            size="sm"
            busy={busy}
            onClick={() => mark.mutate({ body: { act: 'pick_up', ids: idsOf(rows) } })}
          >
            Pick up all
          </Button>
        ) : null}
        {all('processing') ? (
          <>
            <Button size="sm" variant="danger" onClick={() => setAsked({ end: 'failed', rows })}>
              Mark all failed
            </Button>
            <Button size="sm" variant="primary" onClick={() => setAsked({ end: 'paid', rows })}>
              Mark all paid
            </Button>
          </>
        ) : null}
      </SelectionBar>
      {asked ? (
        <BulkDialog
          end={asked.end}
          what={paymentsOf(asked.rows)}
          busy={busy}
          onConfirm={(text) => {
            const ids = idsOf(asked.rows);
            mark.mutate({
              body:
                asked.end === 'paid'
                  ? { act: 'paid', ids, reference: text }
                  : { act: 'failed', ids, reason: text },
            });
          }}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}

const idsOf = (rows: readonly AdminPayoutRow[]): string[] => rows.map(({ id }) => id);

const sumOf = (rows: readonly AdminPayoutRow[]): string =>
  formatUsd(micros(rows.reduce((total, row) => total + row.amountMicros, 0n)));

const paymentsOf = (rows: readonly AdminPayoutRow[]): string =>
  rows.length === 1 ? `1 payment of ${sumOf(rows)}` : `${rows.length} payments of ${sumOf(rows)} in total`;

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
