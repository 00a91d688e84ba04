import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { QueryState } from '#web/ui/query-state.tsx';
import { Evidence } from './evidence.tsx';

/** The evidence on a clip, as it is read for whoever decides. */
export function ClipEvidence({ clipId, chart = false }: { clipId: string; chart?: boolean }) {
  const found = useRead(routes.showClip, { params: { id: clipId } });
  return (
    <QueryState of={found} failed="The evidence did not load.">
      {(data) => <Evidence chart={chart} {...data} />}
    </QueryState>
  );
}
