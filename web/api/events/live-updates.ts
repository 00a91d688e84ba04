import type { QueryClient } from '@tanstack/react-query';
import { setStreamOpen } from '../live.ts';
import { doubtServer, heardFromServer } from '../reach.ts';
import { createRefresher } from './refresh-queries.ts';
import { shareEventStream } from './shared-stream.ts';

/** Of the pages that are asked to load anew at one moment, not all ask at one moment. */
const SPREAD_MS = 2_000;

/** Has what the pages of this person, named by their id, show asked for again as it changes. Returns how to end that. */
export function followEvents(client: QueryClient, person: string): () => void {
  const refresher = createRefresher(client, { isHidden: () => document.hidden });
  let spread: ReturnType<typeof setTimeout> | undefined;
  const stop = shareEventStream(
    person,
    (message) => {
      setStreamOpen(message.is !== 'lost');
      if (message.is === 'lost') doubtServer();
      else heardFromServer();
      if (message.is === 'event') refresher.touched(message.kind);
      // Once lost, to poll again begins with what is asked for now.
      if (message.is === 'missed' || message.is === 'lost')
        spread = setTimeout(refresher.all, Math.random() * SPREAD_MS);
    },
    { locks: navigator.locks },
  );
  document.addEventListener('input', refresher.typed, true);
  return () => {
    document.removeEventListener('input', refresher.typed, true);
    stop();
    clearTimeout(spread);
    refresher.stop();
    setStreamOpen(false);
  };
}
