import { expect, test } from 'vitest';
import { MovableClock } from './clock.ts';
import { jobRecord } from './job-record.ts';
import { createLog } from './log.ts';
import { createTicker } from './tick.ts';

test('the runs of each job are told apart, and those that failed are counted', async () => {
  const record = jobRecord(() => 5_000);
  const read = async (name: string) => {
    const found = await record.metrics.find((metric) => metric.name === name)!.read();
    return Object.fromEntries(
      (found as { labels: { job: string }; value: number }[]).map(({ labels, value }) => [labels.job, value]),
    );
  };
  const jobs = [
    { name: 'sound', run: async () => undefined },
    { name: 'broken', run: async () => expect.fail('as it must') },
  ];
  const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
  const ticker = createTicker(jobs, clock, createLog('silent'), { record });
  for (const _ of [1, 2]) await ticker.alone(async (run) => await Promise.all(jobs.map(run)));
  expect(await read('permille_job_failures')).toEqual({ sound: 0, broken: 2 });
  expect(await read('permille_job_ended_timestamp_seconds')).toEqual({ sound: 5, broken: 5 });
  expect(Object.keys(await read('permille_job_last_run_seconds'))).toEqual(['sound', 'broken']);
});
