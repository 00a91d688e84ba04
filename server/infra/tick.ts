import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** Work that becomes due with time. `run` does what is due now and is safe to run twice or in two processes. */
export interface DueWork {
  name: string;
  run(now: Date): Promise<void>;
  /** The next moment at which there will be something to do; null when nothing waits. Lets tools step through time. */
  nextDueAt?(): Promise<Date | null>;
}

export interface Ticker {
  start(): void;
  stop(): Promise<void>;
  /** Runs all due work once, in order. */
  runDue(): Promise<void>;
}

/** Runs due work every `everyMs`, one round at a time; a failing work is logged and tried again next round. */
export function createTicker(works: DueWork[], clock: Clock, log: Log, everyMs = 1_000): Ticker {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let stopped = false;

  async function round(): Promise<void> {
    for (const work of works) {
      if (stopped) return;
      try {
        await work.run(clock.now());
      } catch (error) {
        log.error({ err: error, work: work.name }, 'due work failed; it is tried again');
      }
    }
  }

  /** Waits for a round under way, then runs a fresh one: what became due meanwhile is not missed. */
  async function runDue(): Promise<void> {
    while (running) await running;
    running = round().finally(() => {
      running = null;
    });
    await running;
  }

  function schedule(): void {
    if (stopped) return;
    timer = setTimeout(() => void runDue().finally(schedule), everyMs);
    timer.unref();
  }

  return {
    start: schedule,
    runDue,
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
