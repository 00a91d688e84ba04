import { CloudOff, Hourglass, type LucideIcon } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { latestPause, onPause } from '#web/api/pauses.ts';

function onLine(onChange: () => void): () => void {
  const events = ['online', 'offline'];
  for (const event of events) addEventListener(event, onChange);
  return () => {
    for (const event of events) removeEventListener(event, onChange);
  };
}

/** An overlay while the device is offline or the server takes no more requests; an overlay, so that the page does not shift. */
export function ConnectionNote() {
  const online = useSyncExternalStore(
    onLine,
    () => navigator.onLine,
    () => true,
  );
  const pause = useSyncExternalStore(onPause, latestPause, () => null);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-50 flex justify-center md:bottom-4 print:hidden"
    >
      {online ? null : <Card icon={CloudOff}>You are offline. What you typed is kept.</Card>}
      {online && pause ? (
        <Card icon={Hourglass}>{`${pause.problem.detail} What you typed is kept.`}</Card>
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
