import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorCatalogue } from '#contract/errors.ts';
import {
  PAYOUT_CANCEL_MINUTES,
  WEEKLY_PAYOUT_MIN,
  WITHDRAWAL_DUE_HOURS,
  WITHDRAWAL_MIN,
} from '#contract/limits.ts';
import { cutToCents, formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { query } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { fullMoment } from '#web/ui/dates.ts';
import { useNow } from '#web/ui/now.tsx';
import { toast } from '#web/ui/toast.tsx';

type Refusal = 'withdrawal_minimum' | 'age_unconfirmed' | 'payout_email_missing' | 'payout_email_waiting';

/** What is available, where it would go, and the first rule in the way of a withdrawal. */
function useWithdrawal() {
  const overview = useQuery(query(routes.clipperOverview, {}));
  const address = useQuery(query(routes.payoutAddress, {}));
  const now = useNow();
  const available = overview.data?.figures.availableMicros;
  const { email, usableAt, usable, ageConfirmed, nextWeeklyRunAt, rail, paused } = address.data ?? {};
  let refusal: Refusal | null = null;
  if (available !== undefined && available < WITHDRAWAL_MIN) refusal = 'withdrawal_minimum';
  else if (ageConfirmed === false) refusal = 'age_unconfirmed';
  else if (address.data && !email) refusal = 'payout_email_missing';
  else if (!usable && usableAt && usableAt > now) refusal = 'payout_email_waiting';
  return {
    available,
    email,
    usableAt,
    nextWeeklyRunAt,
    rail,
    paused,
    refusal,
    ready: overview.isSuccess && address.isSuccess,
  };
}

/** Withdraw Funds, with both minimums in words; a rule in the way is said when the button is pressed. */
export function Withdraw() {
  const { available, email, usableAt, nextWeeklyRunAt, rail, paused, refusal, ready } = useWithdrawal();
  const byPaypal = rail === 'paypal';
  const [asking, setAsking] = useState(false);
  const withdraw = useAction(routes.withdraw, {
    success: (payout) => {
      setAsking(false);
      toast.success(
        'Withdrawal requested',
        `${formatUsd(payout.amountMicros)} goes to ${payout.destination} by ${fullMoment(payout.dueAt)}.`,
      );
    },
    error: (error) => {
      setAsking(false);
      toast.error(error.title, error.message);
    },
  });
  const press = () => {
    if (!refusal) return setAsking(true);
    const { title, detail } = errorCatalogue[refusal];
    toast.error(title, detail, { id: 'withdraw' });
  };
  const amount = available === undefined ? '' : formatUsd(cutToCents(available));
  return (
    <div className="flex flex-col items-start gap-2.5 text-sm">
      <Button
        variant="primary"
        blocked={refusal !== null || !ready}
        className="aria-disabled:border-well-line aria-disabled:bg-well-2 aria-disabled:text-well-muted"
        onClick={() => ready && press()}
      >
        Withdraw Funds
      </Button>
      <p className="max-w-90 text-well-muted">
        {formatUsd(WITHDRAWAL_MIN)} minimum. {byPaypal ? 'Sent by PayPal.' : 'Processed manually for now.'} Or
        do nothing: everything available from {formatUsd(WEEKLY_PAYOUT_MIN)} goes out{' '}
        {nextWeeklyRunAt ? `on ${fullMoment(nextWeeklyRunAt)}` : 'every Monday, 09:00 UTC'}.
      </p>
      {refusal === 'payout_email_missing' || refusal === 'age_unconfirmed' ? (
        <Link to={paths.clipperSettings()} className="link text-well-ink">
          {refusal === 'age_unconfirmed' ? 'Confirm that you are 18 or older' : 'Enter your Payment Email'}
        </Link>
      ) : null}
      {paused ? (
        <p className="max-w-90 text-well-amber">
          Payouts are paused for a check of ours. What you ask for keeps its place and leaves when they go on.
        </p>
      ) : null}
      {refusal === 'payout_email_waiting' && usableAt ? (
        <p className="text-well-amber">
          Your Payment Email is new: it can be used from {fullMoment(usableAt)}.
        </p>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Withdraw ${amount}?`}
        description={`It goes to ${email ?? ''} by PayPal, within ${WITHDRAWAL_DUE_HOURS} hours. ${byPaypal ? `For the first ${PAYOUT_CANCEL_MINUTES} minutes` : 'Until somebody picks it up'} you can cancel it in the history below.`}
        confirmText={`Withdraw ${amount}`}
        busy={withdraw.isPending && 'Requesting...'}
        onConfirm={() => withdraw.mutate({})}
      />
    </div>
  );
}
