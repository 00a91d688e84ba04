import type { ServerResponse } from 'node:http';
import type { Event } from '#contract/events.ts';
import type { OutcomeCounter } from '#server/infra/outcome-counter.ts';
import type { Reader } from './read-events.ts';
import { MOST_SENT } from './rules.ts';

/** A reader that takes nothing for so long that this much waits is dropped: what it missed it gets when it comes back. */
const WAITING_MAX_BYTES = 64 * 1024;

/** Of the pages that lost their connection at one moment, not all come back at one moment. */
const RETRY_MS = { least: 1_000, spread: 4_000 };

/** What came between two positions; null where the first isn't known. */
export interface Batch {
  events: readonly Event[];
  before: string | null;
  after: string;
}

/** What streams are given; reload: events could not be given one by one; too_slow: the reader was dropped. */
export const givenKinds = ['event', 'reload', 'too_slow'] as const;
type Given = OutcomeCounter<(typeof givenKinds)[number]>;

const idLine = (position: string | null): string => (position === null ? '' : `id: ${position}\n`);

/** Of no events: up to there nothing is missing, and the page itself is told nothing. */
function textOf({ events, before, after }: Batch): string {
  if (events.length === 0) return `${idLine(after)}\n`;
  const last = events.length - 1;
  return events
    .map((event, at) => `${idLine(at === last ? after : before)}data: ${JSON.stringify(event)}\n\n`)
    .join('');
}

/** One person's open stream of server-sent events. */
export class Stream {
  readonly reader: Reader;
  readonly sessionId: string;
  readonly sharedFrom: string | undefined;
  readonly #response: ServerResponse;
  readonly #given: Given;

  constructor(
    response: ServerResponse,
    {
      reader,
      sessionId,
      sharedFrom,
    }: Pick<Stream, 'reader' | 'sessionId'> & Partial<Pick<Stream, 'sharedFrom'>>,
    given: Given,
  ) {
    this.#response = response;
    this.#given = given;
    this.reader = reader;
    this.sessionId = sessionId;
    this.sharedFrom = sharedFrom;
  }

  open(headers: Record<string, unknown>): void {
    this.#response.writeHead(200, {
      ...(headers as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Nginx keeps back what it proxies until its buffer is full, unless it is told not to.
      'x-accel-buffering': 'no',
    });
    this.#write(`retry: ${Math.round(RETRY_MS.least + Math.random() * RETRY_MS.spread)}\n\n`);
  }

  /**
   * Events between positions: only with the last of a batch everything up to its second one has been sent. In one write: of a
   * second one in the same turn the first would seem not to be taken.
   */
  send(...batches: Batch[]): void {
    const count = batches.reduce((sum, { events }) => sum + events.length, 0);
    if (count > MOST_SENT) {
      this.reload(batches.at(-1)!.after);
      return;
    }
    this.#given.count('event', count);
    this.#write(batches.map(textOf).join(''));
  }

  /** Some can't be given any more: whatever the page shows may be old. */
  reload(position: string): void {
    this.#given.count('reload');
    this.#write(`id: ${position}\nevent: reload\ndata:\n\n`);
  }

  /** Nothing happened; the connection is there. */
  beat(position: string | null): void {
    this.#write(`${idLine(position)}event: beat\ndata:\n\n`);
  }

  /** Its session is over: a browser that came back by itself would only be refused. */
  signOut(): void {
    this.#write('event: end\ndata:\n\n');
    this.end();
  }

  end(): void {
    this.#response.end();
  }

  #write(text: string): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    // Of earlier writes: what is written now leaves this process only after this turn.
    if (this.#response.writableLength > WAITING_MAX_BYTES) {
      this.#given.count('too_slow');
      this.#response.destroy();
    } else this.#response.write(text);
  }
}
