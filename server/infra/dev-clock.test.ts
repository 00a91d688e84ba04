import { expect, test } from 'vitest';
import { after, HOUR, MINUTE, MovableClock } from './clock.ts';
import { passTime } from './dev-clock.ts';
import type { Job } from './tick.ts';

const start = new Date('2026-11-20T10:00:00Z');

/** Jobs that record when they ran, on a clock that is stopped at ten o'clock. */
function world() {
  const clock = new MovableClock({ frozenAt: start });
  const ran: string[] = [];
  const note = (name: string) => ran.push(`${name} ${clock.now().toISOString().slice(11, 16)}`);
  /** A job that is due at these moments; each moment is removed when it has run. */
  const waiting = (name: string, dues: Date[]): Job => ({
    name,
    async run(now) {
      note(name);
      for (const due of dues.splice(0)) if (due > now) dues.push(due);
    },
    nextDueAt: async () => (dues.length > 0 ? new Date(Math.min(...dues.map((due) => due.getTime()))) : null),
  });
  const pass = async (ms: number, jobs: Job[], leastStepMs?: number) => {
    const run = (job: Job) => job.run(clock.now());
    const steps = await passTime(ms, {
      ...{ clock, jobs, run, leastStepMs },
      readDues: (all) => Promise.all(all.map((job) => job.nextDueAt?.() as Promise<Date | null>)),
      moved: async () => undefined,
    });
    return { steps, ran };
  };
  return { clock, note, waiting, pass };
}

const at = (hours: number): Date => after(start, hours * HOUR);

test('every job runs at the start, and then in order at each moment that one of them waits for', async () => {
  const { note, waiting, pass } = world();
  const settle: Job = { name: 'settle', run: async () => void note('settle') };
  expect(await pass(3 * HOUR, [waiting('count', [at(1)]), settle, waiting('end', [at(2)])])).toEqual({
    steps: 3,
    ran: [10, 11, 12, 13].flatMap((hour) => [`count ${hour}:00`, `settle ${hour}:00`, `end ${hour}:00`]),
  });
});

test('with long steps the work that became due within a step is done at its end, and none is left at the last', async () => {
  const { waiting, pass } = world();
  const jobs = [waiting('count', [at(1), at(2), at(3), at(7)]), waiting('end', [at(6)])];
  expect(await pass(8 * HOUR, jobs, 5 * HOUR)).toEqual({
    steps: 3,
    ran: [10, 11, 16, 18].flatMap((hour) => [`count ${hour}:00`, `end ${hour}:00`]),
  });
});

test('with long steps a job that pauses for some seconds soon completes the work that was due before the jump', async () => {
  const { clock, note, pass } = world();
  const restsUntil = after(start, 6_000);
  const settle: Job = {
    name: 'settle',
    run: async (now) => void (now >= restsUntil && note('settle')),
    nextDueAt: async () => (clock.now() < restsUntil ? restsUntil : null),
  };
  expect((await pass(26 * HOUR, [settle], 6 * HOUR)).ran[0]).toBe('settle 10:01');
});

test('a moment that a job names again as soon as it has passed is not missed', async () => {
  const { clock, note, pass } = world();
  const hourly: Job = {
    name: 'hourly',
    run: async () => void note('hourly'),
    nextDueAt: async () => new Date((Math.floor(clock.now().getTime() / HOUR) + 1) * HOUR),
  };
  const { ran } = await pass(2 * HOUR, [hourly]);
  expect(ran).toEqual(['hourly 10:00', 'hourly 11:00', 'hourly 12:00']);
});

test('an idle job that names another moment as soon as one has passed runs at each, and is queried once per stop', async () => {
  const { clock, note, pass } = world();
  let asked = 0;
  const hourly: Job = {
    name: 'hourly',
    isIdleUntilDue: true,
    run: async () => void note('hourly'),
    async nextDueAt() {
      asked += 1;
      return new Date((Math.floor(clock.now().getTime() / HOUR) + 1) * HOUR);
    },
  };
  const { ran, steps } = await pass(2 * HOUR, [hourly]);
  expect(ran).toEqual(['hourly 11:00', 'hourly 12:00']);
  // Two extra queries at the start: before the jobs that are due run, and after them.
  expect(asked).toBe(steps + 2);
});

test('work that remains due does not stop time and is retried at every stop', async () => {
  const { note, waiting, pass } = world();
  const stuck: Job = { name: 'stuck', run: async () => void note('stuck'), nextDueAt: async () => at(1) };
  const { steps, ran } = await pass(3 * HOUR, [stuck, waiting('end', [at(2)])]);
  expect(steps).toBe(3);
  expect(ran.filter((one) => one.startsWith('stuck'))).toEqual(
    [10, 11, 12, 13].map((hour) => `stuck ${hour}:00`),
  );
});

test('moments within a minute are one stop', async () => {
  const { waiting, pass } = world();
  const { steps } = await pass(HOUR, [
    waiting('first', [after(start, 1)]),
    waiting('second', [after(start, MINUTE - 1)]),
  ]);
  expect(steps).toBe(2);
});

test('a job that is idle until a later moment does not run earlier', async () => {
  const { note, waiting, pass } = world();
  const settle: Job = { name: 'settle', run: async () => void note('settle') };
  const idle = { ...waiting('mail', [at(2)]), isIdleUntilDue: true };
  const { ran } = await pass(3 * HOUR, [waiting('count', [at(1)]), idle, settle]);
  expect(ran.filter((one) => one.startsWith('mail'))).toEqual(['mail 12:00']);
  expect(ran.filter((one) => one.startsWith('settle'))).toHaveLength(4);
});

test('work that another job gives a job at the same moment is done then, and its follow-up work after it', async () => {
  const { note, waiting, pass } = world();
  const ended: Date[] = [];
  const finish = { ...waiting('finish', ended), isIdleUntilDue: true };
  const count = waiting('count', [at(1)]);
  const counting: Job = {
    ...count,
    async run(now) {
      await count.run(now);
      if (now.getTime() === at(1).getTime()) ended.push(now);
    },
  };
  const settle: Job = { name: 'settle', run: async () => void note('settle') };
  const { ran } = await pass(HOUR, [counting, finish, settle]);
  expect(ran).toEqual([
    'count 10:00',
    'settle 10:00',
    ...['count 11:00', 'settle 11:00', 'finish 11:00', 'settle 11:00'],
  ]);
});
