import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { NotLoaded } from '#web/ui/lists/query-state.tsx';
import { StatCard, StatRow } from '#web/ui/pages/stat-card.tsx';
import { formatCount } from '#web/ui/texts/count.ts';

export function SubmissionCards() {
  const found = useRead(routes.clipperOverview, {});
  const { data } = found;
  if (found.error && !data) return <NotLoaded of={found} failed="Your figures did not load." />;
  const count = (value: number | undefined) => (value === undefined ? undefined : formatCount(value));
  return (
    <StatRow>
      <StatCard label="Total Submissions" value={count(data?.submitted)} hint="Excludes withdrawn clips" />
      <StatCard label="Approved" value={count(data?.approved)} />
      <StatCard label="Pending" value={count(data?.pending)} />
      <StatCard
        label="Success Rate"
        value={data ? `${data.successRate ?? 0}%` : undefined}
        hint="Approved of all submissions"
      />
    </StatRow>
  );
}
