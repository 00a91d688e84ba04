import { BACK_OFF_MS } from '../live.ts';
import { onReturn } from '../reach.ts';

/**
 * Messages to a page: an event (event), the page missed events (missed), it now receives events (open), or it
 * no longer does (lost).
 */
export type StreamMessage =
  | { is: 'event'; kind: string }
  | { is: 'missed' }
  | { is: 'open' }
  | { is: 'lost' };

/** A connection without a message for this long is dead, because the server sends one every 25 s. */
const SILENT = { leastMs: 50_000, spreadMs: 10_000 };
/**
 * A stream that is reopened within this time, for example after a restart of the server, does not count as
 * lost.
 */
const GRACE_MS = 10_000;
/**
 * Pause before reconnecting after the session has ended. A page notices the end of the session by its next
 * request.
 */
const ENDED_MS = 30_000;
/**
 * Each pause is lengthened by up to this share, so that pages that were refused during a restart don't all
 * reconnect at the same time.
 */
const SPREAD = 0.2;
/** Number of seconds for which the server keeps events. */
const MISSED_MAX_SECONDS = 600;

interface Options {
  /**
   * Since when the page's data may be outdated, on the clock of `Date.now()`, which also runs while a
   * computer sleeps.
   */
  since: number;
  connect?: (url: string) => EventSource;
  /** Returns a random number from 0 to 1. */
  random?: () => number;
}

/**
 * Returns a pause in milliseconds. Pages can't read the `Retry-After` of an event stream, so they choose the
 * pause themselves.
 */
const pauseMs = (leastMs: number, random: () => number): number => leastMs * (1 + random() * SPREAD);

/**
 * Calls `act` when the network returns, or when the server answers again. Returns a function that ends this.
 */
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
    // The source is closed, because the browser would reconnect after a pause of its choice.
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
    // The session has ended. The page notices that by its next request.
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
