import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatUsd } from '#contract/money.ts';
import type { PayoutRow } from '#contract/payouts/payouts.ts';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { useNow } from '#web/ui/texts/use-now.tsx';

/** A button that cancels the payout; absent if it can't be canceled. */
export function PayoutAction({ row, onStop }: { row: PayoutRow; onStop: () => void }) {
  const stop = row.state === 'requested' ? 'Cancel' : row.waits === 'unclaimed' ? 'Take back' : null;
  if (!stop) return <span className="text-muted">-</span>;
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-label={`${stop} payout of ${formatUsd(row.amountMicros)}`}
      onClick={onStop}
    >
      {stop}
    </Button>
  );
}

const waiting: Record<'on_hold' | 'unclaimed', string> = {
  on_hold: 'PayPal is reviewing it, which can take some days. There is nothing for you to do.',
  unclaimed:
    'Not claimed yet. Open the link that PayPal mailed to that address, or take the money back and correct your Payment Email. After 30 days it comes back automatically.',
};

/** Explains when the payout arrives or why it did not, and what the clipper can do. */
export function PayoutMeaning({ row }: { row: PayoutRow }): ReactNode {
  const now = useNow();
  if (row.waits === 'on_hold' || row.waits === 'unclaimed') return waiting[row.waits];
  if (row.accountProblem) return <>Waits. {row.accountProblem}</>;
  if (row.state === 'requested' || row.state === 'processing') {
    return row.dueAt > now ? (
      <>
        leaves by <MomentText at={row.dueAt} shortInRow />
      </>
    ) : (
      <>
        late, expected by <MomentText at={row.dueAt} />. We have been alerted and are looking into it: we send
        it as soon as that is done, or make the amount available again.
        {row.state === 'requested' ? ' Until then you can cancel it.' : ''}{' '}
        <Link to={paths.contact()} className="link">
          Ask about it
        </Link>
      </>
    );
  }
  if (row.state === 'paid') return row.finishedAt ? <DateText at={row.finishedAt} /> : null;
  if (row.state === 'canceled') return row.failure;
  return (
    <>
      {row.failure} The amount is available again.
      {row.stopsWeekly ? ' Weekly payouts wait until you change the address it went to.' : ''}{' '}
      {row.state === 'failed' || row.stopsWeekly ? (
        <Link to={paths.clipperSettings('payouts')} className="link">
          Check your Payment Email
        </Link>
      ) : null}
    </>
  );
}
