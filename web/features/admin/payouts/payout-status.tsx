import { Snowflake, Users } from 'lucide-react';
import type { AdminPayoutRow } from '#contract/payouts/payouts.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';

/** Shows the payout's state, and why the payout is not being sent. */
export function PayoutStatus({ payout }: { payout: AdminPayoutRow }) {
  const { state, frozen, finishedAt, confirmedBy, accountProblem, waits } = payout;
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusBadge status={state} />
      {frozen && finishedAt === null ? (
        <Badge tone="red" icon={Snowflake}>
          Frozen
        </Badge>
      ) : null}
      {confirmedBy && state === 'requested' ? (
        <Badge tone="yellow" icon={Users}>
          {confirmedBy.length === 0 ? 'Needs two admins' : `Confirmed by ${confirmedBy.join(', ')}`}
        </Badge>
      ) : null}
      {accountProblem ? <Badge tone="yellow">Account not verified</Badge> : null}
      {waits === 'unclaimed' ? <Badge tone="yellow">Unclaimed</Badge> : null}
      {waits === 'on_hold' ? <Badge tone="yellow">Held by PayPal</Badge> : null}
    </span>
  );
}
