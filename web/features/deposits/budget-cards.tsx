import { useQuery } from '@tanstack/react-query';
import { formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { query } from '#web/api/query.ts';
import { monthDay } from '#web/ui/dates.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { useNow } from '#web/ui/now.tsx';
import { StatCard, StatRow } from '#web/ui/stat-card.tsx';

/** What was put into listings, what it bought, what is left. */
export function BudgetCards() {
  const { data, isError, error, refetch } = useQuery(query(routes.hostOverview, {}));
  const now = useNow();
  if (isError && !data) {
    return (
      <ErrorState title="Your figures did not load." onRetry={() => refetch()}>
        {error.message}
      </ErrorState>
    );
  }
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
        hint={`Spent since ${monthDay(monthStart)}`}
      />
    </StatRow>
  );
}
