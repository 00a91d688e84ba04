import { expect, onTestFinished, test } from 'vitest';
import { figuresOf } from '#server/testing/figures.ts';
import { MovableClock } from './clock.ts';
import { jobRecord } from './job-record.ts';
import { createLog } from './log.ts';
import { createTicker } from './tick.ts';

test('the runs of each job are counted separately, and failures too', async () => {
  const record = jobRecord(() => 5_000);
  const read = (name: string) => figuresOf(record.metrics, name);
  const jobs = [
    { name: 'sound', run: async () => undefined },
    { name: 'broken', run: async () => expect.fail('as it must') },
  ];
  const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
  const ticker = createTicker(jobs, clock, createLog('silent'), { record });
  for (const _ of [1, 2]) await ticker.alone(async (run) => await Promise.all(jobs.map(run)));
  expect(await read('permille_job_failures_total')).toEqual({ sound: 0, broken: 2 });
  expect(await read('permille_job_ended_timestamp_seconds')).toEqual({ sound: 5, broken: 5 });
  expect(Object.keys(await read('permille_job_last_run_seconds'))).toEqual(['sound', 'broken']);
});

test("a waiting job's lag counts from its due time, and its last wait is kept", async () => {
  let now = 0;
  const record = jobRecord(() => now);
  const lag = () => figuresOf(record.metrics, 'permille_job_lag_seconds');
  record.waits('sound');
  now = 4_000;
  record.waits('sound');
  expect(await lag()).toEqual({ sound: 4 });
  record.begins('sound');
  now = 9_000;
  expect(await lag()).toEqual({ sound: 4 });
  record.begins('sound');
  expect(await lag()).toEqual({ sound: 0 });
});

test('when jobs run one after the other, the second waits for the first', async () => {
  const record = jobRecord();
  const begun: string[] = [];
  let endFirst: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (endFirst = resolve));
  const isOver = new Promise<void>((resolve) => {
    const jobs = [
      { name: 'first', run: () => first },
      { name: 'second', run: async () => resolve(void begun.push('second')) },
    ];
    const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
    const ticker = createTicker(jobs, clock, createLog('silent'), { record, parallel: 1, everyMs: 5 });
    ticker.start();
    onTestFinished(() => ticker.stop());
  });
  const lagging = async () => Object.keys(await figuresOf(record.metrics, 'permille_job_lag_seconds'));
  await expect.poll(lagging).toEqual(['first', 'second']);
  expect(begun).toEqual([]);
  endFirst();
  await isOver;
});
