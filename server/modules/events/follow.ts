import type { Log } from '#server/infra/log.ts';
import type { Database } from '#server/infra/transaction.ts';
import { forgetRestored } from './forget-restored.ts';
import { currentSnapshot, type Read, readEvents } from './read-events.ts';

interface Following {
  db: Database;
  log: Log;
  /** Polling interval when nothing wakes the reader. */
  everyMs: number;
  /** Pause between two readings. Events that are written meanwhile are read together. */
  pauseMs: number;
  /** Receives the events after the snapshot `before`. After a database error some events are missing. */
  take(read: Read, before: string | null): void;
}

async function firstSnapshot(db: Database): Promise<string> {
  await forgetRestored(db);
  return await currentSnapshot(db);
}

/**
 * Runs `work` once for all requests made before the run starts. Runs it again, after a pause, for requests
 * made during the run.
 */
function whileAsked(work: () => Promise<void>, pauseMs: number) {
  let running: Promise<void> | null = null;
  let [isAsked, isStopped] = [false, false];
  let waiting: (() => void)[] = [];

  async function run(): Promise<void> {
    while (isAsked && !isStopped) {
      isAsked = false;
      const served = waiting;
      waiting = [];
      await work();
      for (const done of served) done();
      if (isAsked) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    running = null;
    for (const done of waiting) done();
  }

  function ask(): void {
    isAsked = true;
    if (!isStopped) running ??= run();
  }

  return {
    ask,
    /** Resolves when the next run of `work` is done, even if more runs are requested. */
    async next(): Promise<void> {
      const isServed = new Promise<void>((resolve) => waiting.push(resolve));
      ask();
      if (running) await isServed;
    },
    isStopped: () => isStopped,
    async stop(): Promise<void> {
      isStopped = true;
      await running;
    },
  };
}

/**
 * Reads each new event once, in order, for all streams of this process. Reading starts with the first stream.
 */
export function followEvents({ db, log, everyMs, pauseMs, take }: Following) {
  let snapshot: string | null = null;
  let started: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function readOnce(): Promise<void> {
    try {
      const read =
        snapshot === null
          ? { rows: [], snapshot: await firstSnapshot(db), isComplete: false }
          : await readEvents(db, snapshot);
      const before = snapshot;
      snapshot = read.snapshot;
      if (read.rows.length > 0 || !read.isComplete) take(read, before);
    } catch (error) {
      // A restarted database may assign the same transaction ids again, so reading starts again from the
      // current snapshot.
      snapshot = null;
      if (!readings.isStopped()) log.error({ err: error }, 'events could not be read; this is tried again');
    }
  }

  const readings = whileAsked(readOnce, pauseMs);

  /** Reads soon, because events may have been written. */
  function wake(): void {
    if (timer) readings.ask();
  }

  async function begin(): Promise<void> {
    snapshot = await firstSnapshot(db);
    timer = setInterval(wake, everyMs).unref();
  }

  return {
    wake,
    /**
     * Delivers all events committed before this call. Resolves after that, even if more readings are
     * requested all the time.
     */
    catchUp: () => readings.next(),
    /** Snapshot up to which events were delivered; null after an error, until the database answers again. */
    snapshot: (): string | null => snapshot,
    isStarted: (): boolean => timer !== undefined,
    /** Rejects if the database does not answer; the next call retries. */
    async start(): Promise<void> {
      started ??= begin().catch((error) => {
        started = null;
        throw error;
      });
      await started;
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await readings.stop();
    },
  };
}
