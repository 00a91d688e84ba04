import { MINUTE } from '#server/infra/clock.ts';
import type { Log } from '#server/infra/log.ts';
import type { Database } from '#server/infra/transaction.ts';
import { currentSnapshot, type Read, readEvents } from './read-events.ts';

interface Following {
  db: Database;
  log: Log;
  /** Asked by itself so often, should nobody wake it. */
  everyMs: number;
  /** Between two readings: what comes meanwhile is read at once. */
  pauseMs: number;
  /** Takes what came after the snapshot `before`. It is not complete after a fault of the database. */
  take(read: Read, before: string | null): void;
}

/** Reads each new event once, in order, for all streams of this process, from its start on. */
export function followEvents({ db, log, everyMs, pauseMs, take }: Following) {
  let snapshot: string | null = null;
  let started: Promise<void> | null = null;
  let running: Promise<void> | null = null;
  let [isStopped, isAsked] = [false, false];
  let timer: NodeJS.Timeout | undefined;
  let quietUntil = 0;

  async function readOnce(): Promise<void> {
    try {
      const read =
        snapshot === null
          ? { rows: [], snapshot: await currentSnapshot(db), isComplete: false }
          : await readEvents(db, snapshot);
      const before = snapshot;
      snapshot = read.snapshot;
      if (read.rows.length > 0 || !read.isComplete) take(read, before);
    } catch (error) {
      // A database that comes back may give out numbers again that it had given before: reading begins anew.
      snapshot = null;
      if (isStopped || Date.now() < quietUntil) return;
      quietUntil = Date.now() + MINUTE;
      log.warn({ err: error }, 'events could not be read; this is tried again');
    }
  }

  async function run(): Promise<void> {
    while (isAsked && !isStopped) {
      isAsked = false;
      await readOnce();
      if (isAsked) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    running = null;
  }

  /** Something may have been written. */
  function wake(): void {
    isAsked = true;
    if (timer && !isStopped) running ??= run();
  }

  async function begin(): Promise<void> {
    snapshot = await currentSnapshot(db);
    timer = setInterval(wake, everyMs).unref();
  }

  return {
    wake,
    /** Hands out what is committed by now; resolves when it has been. */
    async catchUp(): Promise<void> {
      wake();
      await running;
    },
    /** What has been handed out; null after a fault, until the database answers again. */
    snapshot: (): string | null => snapshot,
    /** Rejects when the database does not answer; the next call tries again. */
    async start(): Promise<void> {
      started ??= begin().catch((error) => {
        started = null;
        throw error;
      });
      await started;
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
