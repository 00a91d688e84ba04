import { useQuery } from '@tanstack/react-query';
import { routes } from '#contract/routes.ts';
import { query } from '#web/api/query.ts';
import { formatCount } from '#web/ui/count.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { StatCard, StatRow } from '#web/ui/stat-card.tsx';

export function SubmissionCards() {
  const { data, isError, refetch } = useQuery(query(routes.clipperOverview, {}));
  if (isError && !data) return <ErrorState title="Your figures did not load." onRetry={() => refetch()} />;
  const count = (value: number | undefined) => (value === undefined ? undefined : formatCount(value));
  return (
    <StatRow>
      <StatCard label="Total Submissions" value={count(data?.submitted)} hint="Withdrawn ones not counted" />
      <StatCard label="Approved" value={count(data?.approved)} />
      <StatCard label="Pending" value={count(data?.pending)} />
      <StatCard
        label="Success Rate"
        value={data ? `${data.successRate ?? 0}%` : undefined}
        hint="Approved of all"
      />
    </StatRow>
  );
}
