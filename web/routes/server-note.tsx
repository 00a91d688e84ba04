import { CloudOff, type LucideIcon, ServerOff } from 'lucide-react';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { isServerAway, onReach } from '#web/api/reach.ts';
import { watchServer } from '#web/api/watch-server.ts';

function onLine(onChange: () => void): () => void {
  const events = ['online', 'offline'];
  for (const event of events) addEventListener(event, onChange);
  return () => {
    for (const event of events) removeEventListener(event, onChange);
  };
}

/**
 * Tells that the device is offline or that the server does not answer; otherwise shows `children`. It is an
 * overlay, so that the page does not move.
 */
export function ServerNote({ children = null }: { children?: ReactNode }) {
  const online = useSyncExternalStore(
    onLine,
    () => navigator.onLine,
    () => true,
  );
  const isAway = useSyncExternalStore(onReach, isServerAway, () => false);
  useEffect(() => watchServer(), []);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-50 flex justify-center md:bottom-4 print:hidden"
    >
      {online ? null : <NoteCard icon={CloudOff}>You’re offline. What you typed is still here.</NoteCard>}
      {online && isAway ? (
        <NoteCard icon={ServerOff}>
          We can’t reach Permille right now. What you typed is still here, and we’ll keep trying.
        </NoteCard>
      ) : null}
      {online && !isAway ? children : null}
    </div>
  );
}

export function NoteCard({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="flex max-w-110 items-center gap-2.5 rounded-[8px] border border-line bg-overlay px-3.5 py-2.5 text-ink text-sm shadow-overlay">
      <Icon aria-hidden className="size-4.5 shrink-0 text-amber" />
      {children}
    </p>
  );
}
