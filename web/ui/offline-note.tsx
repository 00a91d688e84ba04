import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  const events = ['online', 'offline'];
  for (const event of events) addEventListener(event, onChange);
  return () => {
    for (const event of events) removeEventListener(event, onChange);
  };
}

/** An overlay while the device is offline; an overlay, so that the page does not shift. */
export function OfflineNote() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-50 flex justify-center md:bottom-4 print:hidden"
    >
      {online ? null : (
        <p className="flex max-w-110 items-center gap-2.5 rounded-[8px] border border-line bg-overlay px-3.5 py-2.5 text-ink text-sm shadow-overlay">
          <CloudOff aria-hidden className="size-4.5 shrink-0 text-amber" />
          You are offline. What you typed is kept.
        </p>
      )}
    </div>
  );
}
