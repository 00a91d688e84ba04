import type { QueryClient } from '@tanstack/react-query';
import { setStreamOpen } from '../live.ts';
import { doubtServer, heardFromServer } from '../reach.ts';
import { createRefresher } from './refresh-queries.ts';
import { shareEventStream } from './shared-stream.ts';

/** Pages that must all reload at the same time spread their requests over this many milliseconds. */
const SPREAD_MS = 2_000;

/** Refreshes outdated data on the pages of the person with this id. Returns a function that ends this. */
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
      // Without a stream the pages poll, and polling begins with a refresh.
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
