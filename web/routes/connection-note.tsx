import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query';
import { EyeOff, Hourglass } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { isGone } from '#web/api/client.ts';
import { latestPause, onPause } from '#web/api/pauses.ts';
import { NoteCard, ServerNote } from './server-note.tsx';

/** Shown as it was, because what this page asked for last was refused. */
const isKept = (query: Query): boolean =>
  query.isActive() && query.state.data !== undefined && isGone(query.state.error);

/** Whether this page shows something that the server no longer gives it. */
function useShowsGone(): boolean {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (onChange) => cache.subscribe(notifyManager.batchCalls(onChange)),
    () => cache.getAll().some(isKept),
    () => false,
  );
}

/** Says that the server is away, takes no more requests, or no longer gives what the page shows. For pages that call it. */
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
          Something here was removed, or is no longer yours to see. You see it as it was; what you typed is
          kept.
        </NoteCard>
      ) : null}
    </ServerNote>
  );
}
