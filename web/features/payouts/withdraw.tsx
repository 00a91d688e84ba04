import { useState } from 'react';
import { Link } from 'react-router';
import { fullMoment } from '#contract/dates.ts';
import { payoutErrors } from '#contract/errors/payouts.ts';
import { WITHDRAWAL_DUE_HOURS, WITHDRAWAL_MIN } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { withdrawalTexts } from '#contract/payouts/payout-texts.ts';
import type { Leaving } from '#contract/payouts/payouts.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { payoutWay } from '#web/nouns/payout-text.ts';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/**
 * The panel *Withdraw Funds*: the amount that can be withdrawn, why it is not more, both minimums, and the
 * next automatic payout.
 */
export function Withdraw() {
  const leaving = useRead(routes.leaving, {}).data;
  const address = useRead(routes.payoutAddress, {}).data;
  const [asking, setAsking] = useState(false);
  const blocked = !leaving || leaving.canLeaveMicros < WITHDRAWAL_MIN;
  const byPaypal = address?.rail === 'paypal';
  const press = () => {
    if (!leaving) return;
    if (!blocked) return setAsking(true);
    const { title, detail } = payoutErrors.withdrawal_minimum;
    const why = leaving.reasons.join(' ');
    toast.error(why ? 'Not enough to withdraw yet' : title, why || detail, { id: 'withdraw' });
  };
  return (
    <div className="flex flex-col items-start gap-2.5 text-sm">
      {leaving ? <CanLeave leaving={leaving} /> : null}
      <Button
        variant="primary"
        blocked={blocked}
        className="aria-disabled:border-well-line aria-disabled:bg-well-2 aria-disabled:text-well-muted"
        onClick={press}
      >
        Withdraw Funds
      </Button>
      <p className="max-w-90 text-well-muted">
        {formatUsd(WITHDRAWAL_MIN)} minimum, processed within {WITHDRAWAL_DUE_HOURS} hours.{' '}
        {withdrawalTexts[payoutWay()]}
      </p>
      {leaving ? <NextRun next={leaving.nextRun} /> : null}
      {address && leaving && leaving.availableMicros > 0n && (!address.email || !address.ageConfirmed) ? (
        <Link to={paths.clipperSettings('payouts')} className="link text-well-ink">
          {address.ageConfirmed ? 'Enter your Payment Email' : 'Confirm that you are 18 or older'}
        </Link>
      ) : null}
      {address?.paused ? (
        <p className="max-w-90 text-well-amber">
          Payouts are paused while we check something. We’ll send what you request when they resume.
        </p>
      ) : null}
      {asking && leaving ? (
        <WithdrawDialog
          canLeave={leaving.canLeaveMicros}
          email={address?.email ?? ''}
          byPaypal={byPaypal}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

/** Shows the amount that can be withdrawn, with each reason why it is less than the available balance. */
const CanLeave = ({ leaving }: { leaving: Leaving }) => (
  <div className="max-w-90">
    <p>
      Available to withdraw: <b className="font-semibold">{formatUsd(leaving.canLeaveMicros)}</b>
    </p>
    {leaving.reasons.map((reason) => (
      <p key={reason} className="mt-1 text-well-amber">
        {reason}
      </p>
    ))}
  </div>
);

/** Shows the amount that the next weekly run pays, or why it pays nothing. */
const NextRun = ({ next }: { next: Leaving['nextRun'] }) => (
  <p className="max-w-90 text-well-muted">
    {next.problem
      ? `The next weekly payout is on ${fullMoment(next.at)}. ${next.problem}`
      : `Or wait: we’ll send ${formatUsd(next.amountMicros)} automatically on ${fullMoment(next.at)}, processed within ${WITHDRAWAL_DUE_HOURS} hours.`}
  </p>
);
