import { formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { NotLoaded } from '#web/ui/lists/query-state.tsx';
import { Scoreboard, ScoreCell } from '#web/ui/pages/scoreboard.tsx';
import { formatCount } from '#web/ui/texts/count.ts';

/** Shows the host's figures: balance, money in listings, views and payouts. */
export function OverviewSummary() {
  const found = useRead(routes.hostOverview, {});
  const { data } = found;
  if (found.error && !data) return <NotLoaded of={found} failed="Your figures did not load." />;
  return (
    <Scoreboard layout="lead">
      <ScoreCell
        lead
        hot
        label="Balance"
        value={data && formatUsd(data.balanceMicros)}
        hint="For new listings"
      />
      <ScoreCell
        label="Total Budget"
        value={data && formatUsd(data.totalBudgetMicros)}
        hint="Allocated to listings"
      />
      <ScoreCell
        label="Active Listings"
        value={data && formatCount(data.activeListings)}
        hint="Accepting clips now"
      />
      <ScoreCell label="Views Generated" value={data && formatCount(data.views)} hint="All verified" />
      <ScoreCell
        label="Payouts"
        value={data && formatUsd(data.spentMicros)}
        hint="Earned by approved clips"
      />
    </Scoreboard>
  );
}
