import { BACK_OFF_MS } from '../live.ts';
import { onReturn } from '../reach.ts';

/** What a page learns: of an event, that it missed some, that it is informed of changes, or no longer. */
export type StreamMessage =
  | { is: 'event'; kind: string }
  | { is: 'missed' }
  | { is: 'open' }
  | { is: 'lost' };

/** The server writes every 25 s; a connection that is silent for longer is dead. */
const SILENT = { leastMs: 50_000, spreadMs: 10_000 };
/** A stream that is back within it, as after a restart, was not lost. */
const GRACE_MS = 10_000;
/** The session is over: nothing but a page that finds that out ends the waiting. */
const ENDED_MS = 30_000;
/** A pause is longer by up to this part of it, so that the pages which a restart refuses don't all come back at one moment. */
const SPREAD = 0.2;
/** What the server still knows of. */
const MISSED_MAX_SECONDS = 600;

interface Surroundings {
  /** Since when what the page shows may be old, as of `Date.now()`, which goes on while a computer sleeps. */
  since: number;
  connect?: (url: string) => EventSource;
  /** 0 to 1. */
  random?: () => number;
}

/** In milliseconds. A page can't read `Retry-After` of a stream, so it waits by itself. */
const comingBack = (leastMs: number, random: () => number): number => leastMs * (1 + random() * SPREAD);

/** Calls `act` when the network is back, or the server after it was away. Returns how to end that. */
function onBack(act: () => void): () => void {
  globalThis.addEventListener?.('online', act);
  const endReturn = onReturn(act);
  return () => {
    globalThis.removeEventListener?.('online', act);
    endReturn();
  };
}

/** Keeps one stream of events open; returns how to end it. */
export function openEventStream(
  report: (message: StreamMessage) => void,
  { since, connect = (url) => new EventSource(url), random = Math.random }: Surroundings,
): () => void {
  let source: EventSource | undefined;
  let heardAt = since;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lost: ReturnType<typeof setTimeout> | undefined;

  const later = (act: () => void, ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };

  function heard(): void {
    heardAt = Date.now();
    failures = 0;
    clearTimeout(lost);
    lost = undefined;
    report({ is: 'open' });
    later(open, SILENT.leastMs + random() * SILENT.spreadMs);
  }

  function failed(): void {
    lost ??= setTimeout(() => report({ is: 'lost' }), GRACE_MS);
    // A browser would come back by itself after a pause of its own.
    source?.close();
    later(open, comingBack(BACK_OFF_MS[failures] ?? BACK_OFF_MS.at(-1)!, random));
    failures += 1;
  }

  function open(): void {
    source?.close();
    const away = Math.max(0, Math.ceil((Date.now() - heardAt) / 1_000)) + 2;
    const opened = connect(`/api/events?seconds=${Math.min(away, MISSED_MAX_SECONDS)}`);
    source = opened;
    opened.onopen = () => {
      if (away > MISSED_MAX_SECONDS) report({ is: 'missed' });
      heard();
    };
    opened.onmessage = ({ data }: MessageEvent<string>) => {
      heard();
      report({ is: 'event', kind: (JSON.parse(data) as { kind: string }).kind });
    };
    opened.onerror = failed;
    opened.addEventListener('beat', heard);
    // The session is over, and the page finds that out by what it asks for next.
    opened.addEventListener('end', () => {
      opened.close();
      later(open, comingBack(ENDED_MS, random));
      report({ is: 'lost' });
    });
    opened.addEventListener('reload', () => {
      heard();
      report({ is: 'missed' });
    });
  }

  const endBack = onBack(() => later(open, 0));
  open();
  return () => {
    endBack();
    clearTimeout(timer);
    clearTimeout(lost);
    source?.close();
  };
}
