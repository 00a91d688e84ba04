import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query';
import { EyeOff, Hourglass } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { isGone } from '#web/api/client.ts';
import { latestPause, onPause } from '#web/api/pauses.ts';
import { NoteCard, ServerNote } from './server-note.tsx';

/** Whether a query still shows old data although its last request was refused. */
const isKept = (query: Query): boolean =>
  query.isActive() && query.state.data !== undefined && isGone(query.state.error);

/** Whether this page shows something that the server no longer returns. */
function useShowsGone(): boolean {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (onChange) => cache.subscribe(notifyManager.batchCalls(onChange)),
    () => cache.getAll().some(isKept),
    () => false,
  );
}

/**
 * Tells that the server is unreachable, limits requests, or no longer returns shown data. For pages that call
 * the server.
 */
export function ConnectionNote() {
  const pause = useSyncExternalStore(onPause, latestPause, () => null);
  const showsGone = useShowsGone();
  return (
    <ServerNote>
      {pause ? (
        <NoteCard icon={Hourglass}>{`${pause.problem.detail} What you typed is kept.`}</NoteCard>
      ) : null}
      {!pause && showsGone ? (
        <NoteCard icon={EyeOff}>
          Something here was removed, or you can no longer see it. This page still shows the old version; what
          you typed is kept.
        </NoteCard>
      ) : null}
    </ServerNote>
  );
}
