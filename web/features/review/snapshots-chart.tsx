import { useQuery } from '@tanstack/react-query';
import { routes } from '#contract/routes.ts';
import { query } from '#web/api/query.ts';
import { Chart } from '#web/ui/chart.tsx';
import { formatCount } from '#web/ui/count.ts';
import { axisMoment, fullMoment } from '#web/ui/dates.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** Every count that was read from the platform, over time. */
export function SnapshotsChart({ submissionId }: { submissionId: string }) {
  const evidence = useQuery(query(routes.clipEvidence, { params: { id: submissionId } }));
  if (evidence.isError && !evidence.data) {
    return (
      <ErrorState title="The view counts did not load." onRetry={() => evidence.refetch()}>
        {evidence.error.message}
      </ErrorState>
    );
  }
  if (!evidence.data) {
    return (
      <Loading label="Loading view counts">
        <Skeleton className="h-50 w-full" />
      </Loading>
    );
  }
  const { snapshots } = evidence.data;
  const x = snapshots.map((snapshot) => snapshot.fetchedAt.getTime());
  const span = (x.at(-1) ?? 0) - (x[0] ?? 0);
  return (
    <Chart
      title="Views counted"
      xName="Read at"
      kind="line"
      height={170}
      x={x}
      series={[{ name: 'Views', look: 'main', values: snapshots.map((snapshot) => snapshot.views) }]}
      format={(count) => `${formatCount(count)} views`}
      formatAxis={(count) => short.format(count)}
      formatX={fullMoment}
      formatXAxis={axisMoment(span)}
      empty={<p className="text-muted">Nothing was counted yet. The first reading comes within minutes.</p>}
    />
  );
}
