import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { ViewsChart } from '#web/nouns/views-chart.tsx';
import { QueryState } from '#web/ui/query-state.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

/** Every count that was read from the platform, over time. */
export function SnapshotsChart({ submissionId }: { submissionId: string }) {
  const evidence = useRead(routes.clipEvidence, { params: { id: submissionId } });
  return (
    <QueryState
      of={evidence}
      failed="The view counts did not load."
      loading={
        <Loading label="Loading view counts">
          <Skeleton className="h-50 w-full" />
        </Loading>
      }
    >
      {({ snapshots }) => (
        <ViewsChart
          title="Views counted"
          height={170}
          snapshots={snapshots}
          empty={
            <p className="text-muted">Nothing was counted yet. The first reading comes within minutes.</p>
          }
        />
      )}
    </QueryState>
  );
}
