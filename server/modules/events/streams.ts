import type { ServerResponse } from 'node:http';
import type { Event } from '#contract/events/events.ts';
import { SECOND } from '#server/infra/clock.ts';
import type { Listen } from '#server/infra/listen.ts';
import type { Log } from '#server/infra/log.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { outcomeCounter } from '#server/infra/outcome-counter.ts';
import { type Database, noteCommitElsewhere } from '#server/infra/transaction.ts';
import { rolesOfSessions } from '#server/modules/accounts/accounts.ts';
import { CHANNEL } from './announce.ts';
import { followEvents } from './follow.ts';
import { countUnread, type Read, type Reader } from './read-events.ts';
import { type Asked, type Missed, readMissed, shown } from './read-missed.ts';
import { positionOf } from './rules.ts';
import { type Batch, givenKinds, Stream } from './stream.ts';
import { type Waiting, withBatch } from './waiting.ts';

export const MOST_STREAMS = 2_000;

const STREAM_LIMITS = {
  /** The most streams of a person, or of each session if strangers share the account. */
  mostPerPerson: 10,
  /**
   * The most streams of a network in an account that strangers share, because anybody there may start
   * sessions.
   */
  mostPerNetwork: 50,
  most: MOST_STREAMS,
  /** Interval of the sign of life, because proxies close a connection that is silent for a minute. */
  beatMs: 25 * SECOND,
  /** Interval of session checks. A stream outlives its session by at most this time. */
  checkMs: SECOND,
  /** Longest delay of an event if nothing wakes this process. */
  everyMs: 2 * SECOND,
  pauseMs: 15,
};

export type StreamLimits = typeof STREAM_LIMITS;

interface StreamsDeps {
  db: Database;
  log: Log;
  listen: Listen | null;
  limits?: Partial<StreamLimits> | undefined;
}

interface Opening {
  reader: Reader;
  sessionId: string;
  /** The caller's network, if strangers share the account; absent for one person's account. */
  sharedFrom?: string;
  response: ServerResponse;
  headers: Record<string, unknown>;
  asked: Asked;
}

/** The open streams of this process. Each stream gets the events that its person may know. */
export class Streams {
  readonly #db: Database;
  readonly #limits: StreamLimits;
  readonly #listenTo: Listen | null;
  #listening: ReturnType<Listen> | undefined;
  readonly #byPerson = new Map<string, Set<Stream>>();
  readonly #admins = new Set<Stream>();
  readonly #waiting = new Map<Stream, Waiting>();
  readonly #feed: ReturnType<typeof followEvents>;
  #checking: Promise<void> | null = null;
  #timers: NodeJS.Timeout[] = [];
  #isClosed = false;
  #count = 0;
  readonly given = outcomeCounter(
    { name: 'permille_stream_events_total', help: 'What this process gave to open pages' },
    givenKinds,
  );

  constructor({ db, log, listen, limits }: StreamsDeps) {
    this.#db = db;
    this.#listenTo = listen;
    this.#limits = { ...STREAM_LIMITS, ...limits };
    const { everyMs, pauseMs } = this.#limits;
    this.#feed = followEvents({
      ...{ db, log, everyMs, pauseMs },
      take: (read, before) => this.#take(read, before),
    });
  }

  get count(): number {
    return this.#count;
  }

  /** Starts listening to the commits of other processes. */
  listen(): void {
    this.#listening ??= this.#listenTo?.(CHANNEL, () => {
      noteCommitElsewhere(this.#db);
      this.wake();
    });
  }

  /**
   * Counts committed events that were not delivered yet; null after an error, until the database answers
   * again.
   */
  async countWaiting(): Promise<number | null> {
    if (!this.#feed.isStarted()) return 0;
    const snapshot = this.#feed.snapshot();
    return snapshot === null ? null : await countUnread(this.#db, snapshot);
  }

  /** Reads soon, because events may have been written. */
  wake(): void {
    this.#feed.wake();
  }

  async open(opening: Opening): Promise<Outcome<null, 'too_many_streams' | 'streams_full' | 'unavailable'>> {
    await this.#feed.start();
    const { reader, response, sessionId, sharedFrom, headers, asked } = opening;
    // The connection may already be closed. Its close event has fired, so nothing would remove the stream.
    if (response.destroyed) return null;
    const own = this.#byPerson.get(reader.userId) ?? new Set();
    if (this.#isClosed) return refuse('unavailable');
    if (this.#count >= this.#limits.most) return refuse('streams_full');
    if (this.#isFull(own, opening)) return refuse('too_many_streams');
    const stream = new Stream(response, { reader, sessionId, sharedFrom }, this.given);
    this.#byPerson.set(reader.userId, own.add(stream));
    if (reader.isAdmin) this.#admins.add(stream);
    this.#waiting.set(stream, []);
    this.#count += 1;
    response.once('close', () => this.#forget(stream));
    if (this.#timers.length === 0) this.#startTimers();
    stream.open(headers);
    void this.#catchUp(stream, asked);
    return null;
  }

  #isFull(own: Set<Stream>, { sessionId, sharedFrom }: Opening): boolean {
    const { mostPerPerson, mostPerNetwork } = this.#limits;
    if (sharedFrom === undefined) return own.size >= mostPerPerson;
    const open = [...own];
    return (
      open.filter((stream) => stream.sessionId === sessionId).length >= mostPerPerson ||
      open.filter((stream) => stream.sharedFrom === sharedFrom).length >= mostPerNetwork
    );
  }

  /** Ends all streams. Their pages reconnect to another process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const stream of this.#all()) stream.end();
    await this.#feed.stop();
    await this.#listening?.close();
  }

  #take({ rows, snapshot, isComplete }: Read, before: string | null): void {
    // A page that gets an event reads again and must not get a cached reading. The notification of this
    // commit, which clears the cache, may still be under way.
    noteCommitElsewhere(this.#db);
    const now = new Date();
    const after = positionOf(snapshot, now);
    if (!isComplete) {
      for (const stream of this.#all()) this.#give(stream, null, after);
      return;
    }
    const given = new Map<Stream, Event[]>();
    for (const row of rows) {
      const streams = new Set(row.forAdmins ? this.#admins : []);
      for (const id of row.readers) for (const one of this.#byPerson.get(id) ?? []) streams.add(one);
      const event = shown(row);
      for (const stream of streams) {
        const events = given.get(stream);
        if (events) events.push(event);
        else given.set(stream, [event]);
      }
    }
    const from = before && positionOf(before, now);
    for (const [stream, events] of given) this.#give(stream, { events, before: from, after }, after);
  }

  #give(stream: Stream, batch: Batch | null, position: string): void {
    const waiting = this.#waiting.get(stream);
    if (waiting !== undefined) this.#waiting.set(stream, withBatch(waiting, batch));
    else if (batch) stream.send(batch);
    else stream.reload(position);
  }

  /** Sends the missed events, then the events that were written meanwhile, each once. */
  async #catchUp(stream: Stream, asked: Asked): Promise<void> {
    let missed: Missed;
    try {
      missed = await readMissed(this.#db, stream.reader, asked);
      // Some of these events may still be waiting for delivery to all streams. They are delivered before
      // `catchUp` resolves, so that they are recognized below as already sent.
      await this.#feed.catchUp();
    } catch {
      stream.end();
      return;
    }
    const waiting = this.#waiting.get(stream);
    this.#waiting.delete(stream);
    if (waiting === undefined) return;
    if (!missed.isComplete || !waiting) return stream.reload(missed.position);
    const sent = new Set(missed.rows.map(({ id }) => id));
    stream.send(
      { events: missed.rows, before: asked.after ?? null, after: missed.position },
      ...waiting.map((batch) => ({ ...batch, events: batch.events.filter(({ id }) => !sent.has(id)) })),
    );
  }

  #startTimers(): void {
    const { beatMs, checkMs } = this.#limits;
    this.#timers = [
      setInterval(() => this.#beat(), beatMs).unref(),
      setInterval(() => this.#check(), checkMs).unref(),
    ];
  }

  #beat(): void {
    const snapshot = this.#feed.snapshot();
    const position = snapshot && positionOf(snapshot, new Date());
    for (const stream of this.#all()) stream.beat(this.#waiting.has(stream) ? null : position);
  }

  /** Runs one check at a time, so that a slow database does not get more and more queries. */
  #check(): void {
    this.#checking ??= this.#endSignedOut().finally(() => {
      this.#checking = null;
    });
  }

  /**
   * Ends the streams of people who signed out, were banned or closed their account, on whatever process that
   * happened.
   */
  async #endSignedOut(): Promise<void> {
    const streams = [...this.#all()];
    if (streams.length === 0) return;
    try {
      const roles = await rolesOfSessions(
        this.#db,
        streams.map(({ sessionId }) => sessionId),
      );
      for (const stream of streams) {
        const role = roles.get(stream.sessionId);
        if (role === undefined || (role === 'admin') !== stream.reader.isAdmin) stream.signOut();
      }
    } catch {
      // Nothing is ended while the database is away, because then no stream gets anything new anyway.
    }
  }

  *#all(): Generator<Stream> {
    for (const own of this.#byPerson.values()) yield* own;
  }

  #forget(stream: Stream): void {
    const own = this.#byPerson.get(stream.reader.userId);
    if (!own?.delete(stream)) return;
    this.#count -= 1;
    this.#admins.delete(stream);
    this.#waiting.delete(stream);
    if (own.size === 0) this.#byPerson.delete(stream.reader.userId);
  }
}
