import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Where a browser can't say when it is idle. */
const SOON_MS = 1_500;

function whenIdle(act: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const asked = requestIdleCallback(act, { timeout: 2 * SOON_MS });
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(act, SOON_MS);
  return () => clearTimeout(timer);
}

/** Has pages follow what changes for this person, once the first of them is there and nothing is left to do for it. */
export function useLiveUpdates(person: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!person) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    const start = async (): Promise<void> => {
      const { followEvents } = await import('./live-updates.ts');
      if (!isOver) stop = followEvents(client, person);
    };
    // If it does not load, pages ask as they did.
    const cancel = whenIdle(() => void start().catch(() => undefined));
    return () => {
      isOver = true;
      cancel();
      stop?.();
    };
  }, [client, person]);
}
