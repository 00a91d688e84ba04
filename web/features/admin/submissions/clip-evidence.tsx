import { useQuery } from '@tanstack/react-query';
import { routes } from '#contract/routes.ts';
import { query } from '#web/api/query.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Evidence } from './evidence.tsx';

/** The evidence on a clip, as it is read for whoever decides. */
export function ClipEvidence({ clipId, chart = false }: { clipId: string; chart?: boolean }) {
  const { data, error, refetch } = useQuery(query(routes.clipEvidence, { params: { id: clipId } }));
  if (data) return <Evidence chart={chart} {...data} />;
  return error ? (
    <ErrorState title="The evidence did not load." onRetry={() => refetch()}>
      {error.message}
    </ErrorState>
  ) : (
    <SkeletonRows rows={3} />
  );
}
