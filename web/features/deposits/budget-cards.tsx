import { dayText } from '#contract/dates.ts';
import { formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { useNow } from '#web/ui/now.tsx';
import { NotLoaded } from '#web/ui/query-state.tsx';
import { StatCard, StatRow } from '#web/ui/stat-card.tsx';

/** Budgets of all listings: funded, spent, remaining. */
export function BudgetCards() {
  const found = useRead(routes.hostOverview, {});
  const { data } = found;
  const now = useNow();
  if (found.error && !data) return <NotLoaded of={found} failed="Your figures did not load." />;
  const monthStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  return (
    <StatRow count={4}>
      <StatCard
        label="Total Budget"
        value={data && formatUsd(data.totalBudgetMicros)}
        hint="Put into listings so far"
      />
      <StatCard
        label="Spent Amount"
        value={data && formatUsd(data.spentMicros)}
        hint="Earned by approved clips"
      />
      <StatCard
        label="Remaining Balance"
        value={data && formatUsd(data.balanceMicros)}
        hint="Ready for new listings"
      />
      <StatCard
        label="This Month"
        value={data && formatUsd(data.thisMonthMicros)}
        hint={`Spent since ${dayText(monthStart)}`}
      />
    </StatRow>
  );
}
