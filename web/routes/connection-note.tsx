import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query';
import { CloudOff, EyeOff, Hourglass, type LucideIcon } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { isGone } from '#web/api/client.ts';
import { latestPause, onPause } from '#web/api/pauses.ts';

function onLine(onChange: () => void): () => void {
  const events = ['online', 'offline'];
  for (const event of events) addEventListener(event, onChange);
  return () => {
    for (const event of events) removeEventListener(event, onChange);
  };
}

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

/**
 * An overlay while the device is offline, the server takes no more requests, or no longer gives what the page shows; an overlay, so
 * that the page does not shift.
 */
export function ConnectionNote() {
  const online = useSyncExternalStore(
    onLine,
    () => navigator.onLine,
    () => true,
  );
  const pause = useSyncExternalStore(onPause, latestPause, () => null);
  const showsGone = useShowsGone();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-50 flex justify-center md:bottom-4 print:hidden"
    >
      {online ? null : <Card icon={CloudOff}>You are offline. What you typed is kept.</Card>}
      {online && pause ? (
        <Card icon={Hourglass}>{`${pause.problem.detail} What you typed is kept.`}</Card>
      ) : null}
      {online && !pause && showsGone ? (
        <Card icon={EyeOff}>
          Something here was removed, or is no longer yours to see. You see it as it was; what you typed is
          kept.
        </Card>
      ) : null}
    </div>
  );
}

function Card({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="flex max-w-110 items-center gap-2.5 rounded-[8px] border border-line bg-overlay px-3.5 py-2.5 text-ink text-sm shadow-overlay">
      <Icon aria-hidden className="size-4.5 shrink-0 text-amber" />
      {children}
    </p>
  );
}
