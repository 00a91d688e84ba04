import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { whenIdle } from '../when-idle.ts';

/**
 * Refreshes pages when events for this person arrive. It starts after the first page is complete and the
 * browser is idle.
 */
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
    // If the code does not load, pages keep polling.
    const cancel = whenIdle(() => void start().catch(() => undefined));
    return () => {
      isOver = true;
      cancel();
      stop?.();
    };
  }, [client, person]);
}
