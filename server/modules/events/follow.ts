import type { Log } from '#server/infra/log.ts';
import type { Database } from '#server/infra/transaction.ts';
import { forgetRestored } from './forget-restored.ts';
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

async function firstSnapshot(db: Database): Promise<string> {
  await forgetRestored(db);
  return await currentSnapshot(db);
}

/** Does `work` once for all who ask before it begins, and again, after a pause, for those who ask meanwhile. */
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
    /** Resolves when the first work that begins from now on is done, whoever asks for more. */
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

/** Reads each new event once, in order, for all streams of this process, from its start on. */
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
      // A database that comes back may give out numbers again that it had given before: reading begins anew.
      snapshot = null;
      if (!readings.isStopped()) log.error({ err: error }, 'events could not be read; this is tried again');
    }
  }

  const readings = whileAsked(readOnce, pauseMs);

  /** Something may have been written. */
  function wake(): void {
    if (timer) readings.ask();
  }

  async function begin(): Promise<void> {
    snapshot = await firstSnapshot(db);
    timer = setInterval(wake, everyMs).unref();
  }

  return {
    wake,
    /** Hands out what is committed by now; resolves when it has been, also where readings never pause. */
    catchUp: () => readings.next(),
    /** What has been handed out; null after a fault, until the database answers again. */
    snapshot: (): string | null => snapshot,
    isStarted: (): boolean => timer !== undefined,
    /** Rejects when the database does not answer; the next call tries again. */
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
