import { BACK_OFF_MS } from '../live.ts';
import { onReturn } from '../reach.ts';

/** Messages to a page: an event, that it missed events, that it receives events now, or no longer. */
export type StreamMessage =
  | { is: 'event'; kind: string }
  | { is: 'missed' }
  | { is: 'open' }
  | { is: 'lost' };

/** The server writes every 25 s; a connection that is silent for longer than this is dead. */
const SILENT = { leastMs: 50_000, spreadMs: 10_000 };
/** A stream that is reopened within this time, as after a restart, does not count as lost. */
const GRACE_MS = 10_000;
/** Pause after the session ended: only a page that notices it can end the wait. */
const ENDED_MS = 30_000;
/**
 * Each pause is lengthened by up to this share, so that pages refused by a restart don't all reconnect at one
 * moment.
 */
const SPREAD = 0.2;
/** The server keeps events for this long. */
const MISSED_MAX_SECONDS = 600;

interface Options {
  /**
   * Start of the time for which the page's data may be stale, as of `Date.now()`, which also runs while a
   * computer sleeps.
   */
  since: number;
  connect?: (url: string) => EventSource;
  /** 0 to 1. */
  random?: () => number;
}

/** A pause in milliseconds. A page can't read the `Retry-After` of a stream, so it chooses the pause. */
const pauseMs = (leastMs: number, random: () => number): number => leastMs * (1 + random() * SPREAD);

/** Calls `act` when the network returns, or the server after it was away. Returns a function that stops this. */
function onBack(act: () => void): () => void {
  globalThis.addEventListener?.('online', act);
  const endReturn = onReturn(act);
  return () => {
    globalThis.removeEventListener?.('online', act);
    endReturn();
  };
}

/** Keeps one stream of events open; returns a function that closes it. */
export function openEventStream(
  report: (message: StreamMessage) => void,
  { since, connect = (url) => new EventSource(url), random = Math.random }: Options,
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
    // Closed, because a browser would reconnect with a pause it chooses.
    source?.close();
    later(open, pauseMs(BACK_OFF_MS[failures] ?? BACK_OFF_MS.at(-1)!, random));
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
    // The session is over; the page notices that with its next request.
    opened.addEventListener('end', () => {
      opened.close();
      later(open, pauseMs(ENDED_MS, random));
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
