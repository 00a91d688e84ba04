import { expect, onTestFinished, test } from 'vitest';
import { MovableClock } from './clock.ts';
import { createLog } from './log.ts';
import { createTicker, type Job } from './tick.ts';

const clock = () => new MovableClock({ frozenAt: new Date('2026-11-20T10:00:00Z') });

function tickerOf(jobs: Job[], options: Parameters<typeof createTicker>[3] = {}, at = clock()) {
  const ticker = createTicker(jobs, at, createLog('silent'), { everyMs: 5, graceMs: 20, ...options });
  onTestFinished(() => ticker.stop());
  return ticker;
}

/** A job that hangs until its signal aborts. */
function hanging(name: string) {
  const seen = { runs: 0, atOnce: 0, most: 0 };
  const run = async (_now: Date, signal?: AbortSignal): Promise<void> => {
    seen.runs++;
    seen.most = Math.max(seen.most, ++seen.atOnce);
    await new Promise<void>((resolve) => signal!.addEventListener('abort', () => resolve()));
    seen.atOnce--;
  };
  return { name, run, seen };
}

function counting(name: string) {
  const seen = { runs: 0 };
  const run = async (): Promise<void> => void seen.runs++;
  return { name, run, seen };
}

test('a job that hangs or fails does not delay any other', async () => {
  const failing = { name: 'failing', run: () => Promise.reject(new Error('broken')) };
  const throwing: Job = {
    name: 'throwing',
    run: () => {
      throw new Error('broken at once');
    },
  };
  const settlement = counting('settlement');
  tickerOf([hanging('mail'), failing, throwing, settlement]).start();
  await expect.poll(() => settlement.seen.runs).toBeGreaterThan(3);
});

test('the same job never runs twice at a time, and its signal aborts when it takes too long', async () => {
  const job = hanging('mail');
  tickerOf([job], { limitMs: 20 }).start();
  await expect.poll(() => job.seen.runs).toBeGreaterThan(2);
  expect(job.seen.most).toBe(1);
});

test('a job that nobody waits for begins less often', async () => {
  const [often, seldom] = [counting('mail'), counting('old rows')];
  tickerOf([often, { ...seldom, everyMs: 3_600_000 }]).start();
  await expect.poll(() => often.seen.runs).toBeGreaterThan(5);
  expect(seldom.seen.runs).toBe(1);
});

test('the number of jobs that run at once is limited', async () => {
  const jobs = [hanging('a'), hanging('b'), hanging('c')];
  const last = counting('last');
  tickerOf([...jobs, last], { parallel: 3 }).start();
  await expect.poll(() => jobs.map(({ seen }) => seen.runs)).toEqual([1, 1, 1]);
  await new Promise(setImmediate);
  expect(last.seen.runs).toBe(0);
});

test('a job that ignores its abort signal no longer blocks others', async () => {
  const deaf = (name: string): Job => ({ name, run: () => new Promise<void>(() => undefined) });
  const settlement = counting('settlement');
  const ticker = createTicker([deaf('a'), deaf('b'), settlement], clock(), createLog('silent'), {
    everyMs: 5,
    parallel: 2,
    limitMs: 20,
  });
  ticker.start();
  // The test does not stop the ticker: a stop would wait for the run that never ends.
  await expect.poll(() => settlement.seen.runs).toBeGreaterThan(2);
});

test('stopping lets short work finish and begins nothing new', async () => {
  const done: string[] = [];
  let finish = (): void => undefined;
  const short: Job = {
    name: 'short',
    run: async () => {
      done.push('begun');
      await new Promise<void>((resolve) => (finish = resolve));
      done.push('finished');
    },
  };
  const ticker = tickerOf([short], { graceMs: 10_000 });
  ticker.start();
  await expect.poll(() => done).toEqual(['begun']);
  const stopped = ticker.stop();
  finish();
  await stopped;
  expect(done).toEqual(['begun', 'finished']);
});

test('stopping aborts the signal of a job that hangs', async () => {
  const job = hanging('mail');
  const ticker = tickerOf([job]);
  ticker.start();
  await expect.poll(() => job.seen.atOnce).toBe(1);
  await ticker.stop();
  expect(job.seen.atOnce).toBe(0);
});

test('while a tool moves the clock its jobs run one after the other, and nothing runs beside them', async () => {
  const at = clock();
  const done: string[] = [];
  const job = (name: string): Job => ({
    name,
    run: async (now) => {
      await new Promise(setImmediate);
      done.push(`${name} ${now.toISOString().slice(11, 16)}`);
    },
  });
  const jobs = [job('count'), job('settle'), job('mail')];
  const ticker = tickerOf(jobs, { everyMs: 1 }, at);
  ticker.start();
  await expect.poll(() => done.length).toBeGreaterThan(6);
  const step = () =>
    ticker.alone(async (run) => {
      done.length = 0;
      for (let minute = 0; minute < 2; minute++) {
        at.advance(60_000);
        for (const one of jobs) await run(one);
      }
      return [...done];
    });
  const [first, second] = await Promise.all([step(), step()]);
  const moment = (time: string) => [`count ${time}`, `settle ${time}`, `mail ${time}`];
  expect(first).toEqual([...moment('10:01'), ...moment('10:02')]);
  expect(second).toEqual([...moment('10:03'), ...moment('10:04')]);
});

test('after a tool that failed, jobs run automatically again', async () => {
  const job = counting('settlement');
  const ticker = tickerOf([job]);
  ticker.start();
  await expect(ticker.alone(() => Promise.reject(new Error('the tool broke')))).rejects.toThrow(
    'the tool broke',
  );
  const { runs } = job.seen;
  await expect.poll(() => job.seen.runs).toBeGreaterThan(runs);
});

test('exclusive work waits for the running jobs, and nothing begins meanwhile', async () => {
  const other = counting('other');
  const before = hanging('before');
  let due = false;
  let finish = (): void => undefined;
  const seen = { begun: 0, others: [0, 0] };
  const lone: Job = {
    name: 'lone',
    isDue: async () => due,
    run: async () => {
      seen.begun++;
      seen.others = [before.seen.atOnce, other.seen.runs];
      await new Promise<void>((resolve) => (finish = resolve));
      seen.others = [before.seen.atOnce, other.seen.runs - seen.others[1]!];
      due = false;
    },
  };
  tickerOf([before, other, lone], { limitMs: 20, everyMs: 1 }).start();
  await expect.poll(() => other.seen.runs).toBeGreaterThan(2);
  expect(seen.begun).toBe(0);
  due = true;
  await expect.poll(() => seen.begun).toBe(1);
  await new Promise(setImmediate);
  finish();
  const ended = other.seen.runs;
  await expect.poll(() => other.seen.runs).toBeGreaterThan(ended);
  expect(seen).toEqual({ begun: 1, others: [0, 0] });
});

/** Jobs that are idle until a moment, with a count of the queries for these moments. */
function sleeping(due: Map<Job, Date | null>) {
  const asked = { times: 0 };
  const readDues = async (all: readonly object[]) => {
    asked.times++;
    return all.map((job) => due.get(job as Job));
  };
  return { asked, readDues };
}

test('a job that waits for a moment does not begin earlier, and one query serves all such jobs', async () => {
  const at = clock();
  const [early, late, never, always] = ['early', 'late', 'never', 'always'].map(counting);
  const jobs = [early, late, never].map((one) => Object.assign(one!, { isIdleUntilDue: true }));
  const { asked, readDues } = sleeping(
    new Map<Job, Date | null>([
      [early!, at.now()],
      [late!, new Date(at.now().getTime() + 60_000)],
      [never!, null],
    ]),
  );
  tickerOf([...jobs, always!], { readDues }, at).start();
  await expect.poll(() => early!.seen.runs).toBeGreaterThan(3);
  expect([late!.seen.runs, never!.seen.runs]).toEqual([0, 0]);
  expect(asked.times).toBeLessThanOrEqual(always!.seen.runs);
  at.advance(60_000);
  await expect.poll(() => late!.seen.runs).toBeGreaterThan(0);
  expect(never!.seen.runs).toBe(0);
});

test.each([
  ['fails', () => Promise.reject(new Error('the database is away'))],
  ['hangs', () => new Promise<never>(() => undefined)],
])('when asking what is due %s, all jobs run', async (_how, readDues) => {
  const job = { ...counting('mail'), isIdleUntilDue: true };
  const ticker = createTicker([job], clock(), createLog('silent'), { everyMs: 5, limitMs: 20, readDues });
  onTestFinished(() => ticker.stop());
  ticker.start();
  await expect.poll(() => job.seen.runs).toBeGreaterThan(2);
});
