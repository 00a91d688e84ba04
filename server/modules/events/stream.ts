import type { ServerResponse } from 'node:http';
import type { Event } from '#contract/events/events.ts';
import type { OutcomeCounter } from '#server/infra/outcome-counter.ts';
import type { Reader } from './read-events.ts';
import { MOST_SENT } from './rules.ts';

/**
 * A stream with more unread bytes than this is dropped. Its client gets the missed events when it reconnects.
 */
const WAITING_MAX_BYTES = 64 * 1024;

/**
 * Clients reconnect after a random time, so that pages that lost their connection together don't all
 * reconnect together.
 */
const RETRY_MS = { least: 1_000, spread: 4_000 };

/** The events between two positions; `before` is null if the first position is unknown. */
export interface Batch {
  events: readonly Event[];
  before: string | null;
  after: string;
}

/**
 * Outcomes of a delivery. reload: the page reloads, because events could not be sent individually. too_slow:
 * the reader was dropped.
 */
export const givenKinds = ['event', 'reload', 'too_slow'] as const;
type Given = OutcomeCounter<(typeof givenKinds)[number]>;

const idLine = (position: string | null): string => (position === null ? '' : `id: ${position}\n`);

/** Encodes a batch. A batch without events only moves the position, and the page does not notice it. */
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
      // This header makes nginx send each event immediately instead of buffering the response.
      'x-accel-buffering': 'no',
    });
    this.#write(`retry: ${Math.round(RETRY_MS.least + Math.random() * RETRY_MS.spread)}\n\n`);
  }

  /**
   * Sends batches of events. Only the last event of a batch has the end position of the batch, because the
   * position means that all events before it were sent. All batches are one write: after a second write in
   * the same turn, the first would count as unread.
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

  /** Makes the page reload, because events that can't be sent may have changed what it shows. */
  reload(position: string): void {
    this.#given.count('reload');
    this.#write(`id: ${position}\nevent: reload\ndata:\n\n`);
  }

  /** Sends a sign of life when there is no event. */
  beat(position: string | null): void {
    this.#write(`${idLine(position)}event: beat\ndata:\n\n`);
  }

  /** Ends the stream so that the browser does not reconnect; without a session it would only be refused. */
  signOut(): void {
    this.#write('event: end\ndata:\n\n');
    this.end();
  }

  end(): void {
    this.#response.end();
  }

  #write(text: string): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    // Counts bytes of earlier writes only, because this write leaves the process after the current turn.
    if (this.#response.writableLength > WAITING_MAX_BYTES) {
      this.#given.count('too_slow');
      this.#response.destroy();
    } else this.#response.write(text);
  }
}
