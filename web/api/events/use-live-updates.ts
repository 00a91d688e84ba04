import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { whenIdle } from '../when-idle.ts';

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
