import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEventStream, type StreamMessage } from './event-stream.ts';

/** An EventSource that the test controls. */
class Source extends EventTarget {
  readyState = 0;
  isClosed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
  }
  close(): void {
    this.isClosed = true;
  }
  fail(readyState: 0 | 2): void {
    this.readyState = readyState;
    this.onerror?.();
  }
}

/** The value of `random` for all pages; 0 makes them reconnect as early as possible. */
let random = () => 0;
const sources: Source[] = [];
const messages: StreamMessage[] = [];
let close: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  sources.length = 0;
  messages.length = 0;
  random = () => 0;
  close = openEventStream((one) => messages.push(one), {
    since: Date.now(),
    random: () => random(),
    connect: (url) => {
      const source = new Source(url);
      sources.push(source);
      return source as unknown as EventSource;
    },
  });
});
afterEach(() => {
  close();
  vi.useRealTimers();
});

const what = () => messages.splice(0).map((one) => ('kind' in one ? one.kind : one.is));
const last = () => sources.at(-1)!;

test('reports that events arrive, and each event', () => {
  last().onopen?.();
  last().onmessage?.({ data: JSON.stringify({ kind: 'submission.approved' }) });
  last().dispatchEvent(new Event('reload'));
  expect(what()).toEqual(['open', 'open', 'submission.approved', 'open', 'missed']);
});

test('reports an interruption only if it lasts', () => {
  last().onopen?.();
  what();
  last().fail(0);
  vi.advanceTimersByTime(9_000);
  last().onopen?.();
  vi.advanceTimersByTime(20_000);
  expect(what()).toEqual(['open']);
  last().fail(0);
  vi.advanceTimersByTime(10_000);
  expect(what()).toEqual(['lost']);
});

test.each([
  ['broke', 0],
  ['was refused', 2],
] as const)(
  'a stream that %s is opened again after 1, 2, 5, then each 10 seconds, and asks for what was missed',
  (_how, state) => {
    const pauses = [1_000, 2_000, 5_000, 10_000, 10_000, 10_000];
    for (const [at, pause] of pauses.entries()) {
      last().fail(state);
      // The browser would reconnect after a pause of its choice, so the source must be closed.
      expect(last().isClosed).toBe(true);
      vi.advanceTimersByTime(pause - 1);
      expect(sources).toHaveLength(at + 1);
      vi.advanceTimersByTime(1);
      expect(sources).toHaveLength(at + 2);
    }
    expect(last().url).toBe('/api/events?seconds=40');
    last().onopen?.();
    last().fail(state);
    vi.advanceTimersByTime(1_000);
    expect(sources).toHaveLength(pauses.length + 2);
  },
);

test('hundreds of pages refused at one moment reconnect more and more spread out', async () => {
  random = Math.random;
  const ends = [close];
  const connects: number[] = [];
  for (let page = 0; page < 400; page++) {
    const connect = () => {
      connects.push(Date.now());
      const source = new Source('');
      // A server that is still starting refuses each attempt at once.
      queueMicrotask(() => source.fail(2));
      return source as unknown as EventSource;
    };
    ends.push(openEventStream(() => undefined, { since: Date.now(), connect }));
  }
  const startedAt = Date.now();
  connects.length = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  for (const end of ends) end();
  // The n-th attempt of each page. All attempts together are spread over a fifth of the pauses before them.
  const tries = [0, 1, 2, 3].map((nth) =>
    connects.toSorted((a, b) => a - b).slice(400 * nth, 400 * (nth + 1)),
  );
  const widths = tries.map((of) => of.at(-1)! - of[0]!);
  expect(tries.map((of) => of[0]! - startedAt >= 1_000)).toEqual([true, true, true, true]);
  for (const [nth, pause] of [1_000, 3_000, 8_000, 18_000].entries())
    expect(widths[nth]).toBeGreaterThan(0.1 * pause);
});

test('reopens a connection that is silent for a minute', () => {
  random = () => 1;
  last().onopen?.();
  vi.advanceTimersByTime(50_000);
  last().dispatchEvent(new Event('beat'));
  vi.advanceTimersByTime(50_000);
  expect(sources).toHaveLength(1);
  vi.advanceTimersByTime(10_000);
  expect([sources.length, sources[0]!.isClosed]).toEqual([2, true]);
});

test('a page that was away longer than the server keeps events reloads everything', () => {
  last().fail(2);
  for (let i = 0; i < 30; i++) {
    vi.advanceTimersByTime(30_000);
    last().fail(2);
  }
  what();
  vi.advanceTimersByTime(30_000);
  last().onopen?.();
  expect(what()).toEqual(['missed', 'open']);
});
