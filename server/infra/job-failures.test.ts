import { afterAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import { MINUTE } from './clock.ts';
import { jobFailures } from './job-failures.ts';
import { jobRecord } from './job-record.ts';
import type { LastingFault } from './log-repeats.ts';

const t = await testDatabase();
afterAll(() => t.close());
beforeEach(() => t.db.deleteFrom('job_failures').execute());

/** A process on the database whose clock the test moves. */
function process() {
  let now = 0;
  const record = jobRecord(() => now);
  let faults: LastingFault[] = [];
  const { job, checks } = jobFailures(t.db, { failing: record.failing, faults: () => faults });
  return {
    record,
    note: () => job.run(new Date(now)),
    problem: () => checks[0]!.problem(),
    logProblem: () => checks[1]!.problem(),
    log: (lasting: LastingFault[]) => (faults = lasting),
    pass: (ms: number) => (now += ms),
    end: (failed: boolean) => record.ended('earnings.settle', { failed, ms: 5 }),
  };
}

test('a job that fails three times over two minutes is a problem until it succeeds, in every process', async () => {
  const [worker, web] = [process(), process()];
  for (let run = 0; run < 3; run += 1) worker.end(true);
  await worker.note();
  expect(await web.problem()).toBeNull();
  worker.pass(2 * MINUTE);
  await worker.note();
  expect(await web.problem()).toMatch(/^These jobs fail again and again: earnings\.settle \(3 times since /);
  worker.end(false);
  await worker.note();
  expect(await web.problem()).toBeNull();
});

test('a job that failed twice, or has no work left, is no problem', async () => {
  const worker = process();
  worker.end(true);
  worker.end(true);
  worker.pass(10 * MINUTE);
  await worker.note();
  expect(await worker.problem()).toBeNull();
  worker.end(true);
  worker.record.rests('earnings.settle');
  await worker.note();
  expect(await worker.problem()).toBeNull();
});

test('a failure that an ended process noted is no problem', async () => {
  const [dead, other] = [process(), process()];
  for (let run = 0; run < 3; run += 1) dead.end(true);
  dead.pass(5 * MINUTE);
  await dead.note();
  expect(await other.problem()).not.toBeNull();
  await t.db
    .updateTable('job_failures')
    .set({ noted_at: new Date(Date.now() - 4 * MINUTE) })
    .execute();
  expect(await other.problem()).toBeNull();
});

test("a fault that one process's log counts is a problem in every process until it is over, and is not listed as a job", async () => {
  const [web, worker] = [process(), process()];
  web.log([{ message: 'unexpected', times: 40, forMs: 3 * MINUTE }]);
  await web.note();
  expect(await worker.logProblem()).toMatch(
    /^These faults come again and again: unexpected \(40 times since .+ The log says why\.$/,
  );
  expect(await worker.problem()).toBeNull();
  web.log([]);
  await web.note();
  expect(await worker.logProblem()).toBeNull();
});
