import { expect, test } from 'vitest';
import { after, HOUR, MINUTE, MovableClock } from './clock.ts';
import { passTime } from './dev-clock.ts';
import type { Job } from './tick.ts';

const start = new Date('2026-11-20T10:00:00Z');

/** Jobs that note when they ran, on a clock that stands at ten. */
function world() {
  const clock = new MovableClock({ frozenAt: start });
  const ran: string[] = [];
  const note = (name: string) => ran.push(`${name} ${clock.now().toISOString().slice(11, 16)}`);
  /** Has something to do at these moments; what was done is not due any more. */
  function waiting(name: string, dues: Date[], effect: () => void = () => undefined) {
    const job: Job = {
      name,
      onlyWhenDue: true,
      async run(now) {
        note(name);
        for (const due of dues.splice(0)) if (due > now) dues.push(due);
        effect();
      },
      nextDueAt: async () =>
        dues.length > 0 ? new Date(Math.min(...dues.map((due) => due.getTime()))) : null,
    };
    return { job, dues };
  }
  const pass = async (ms: number, jobs: Job[]) => {
    const run = (job: Job) => job.run(clock.now());
    const steps = await passTime(ms, { clock, jobs, run, moved: async () => undefined });
    return { steps, ran };
  };
  return { clock, note, waiting, pass };
}

const at = (hours: number): Date => after(start, hours * HOUR);

test('each job runs at its own moments only, after all ran once where the clock stood', async () => {
  const { waiting, pass } = world();
  const count = waiting('count', [at(1), at(3)]);
  const end = waiting('end', [at(2)]);
  expect(await pass(4 * HOUR, [count.job, end.job])).toEqual({
    steps: 4,
    ran: ['count 10:00', 'end 10:00', 'count 11:00', 'end 12:00', 'count 13:00'],
  });
});

test('a job that follows from others runs at every stop, in its place', async () => {
  const { note, waiting, pass } = world();
  const settle: Job = { name: 'settle', run: async () => void note('settle') };
  const { ran } = await pass(HOUR, [
    waiting('count', [at(0.5)]).job,
    settle,
    waiting('end', [at(1)]).job,
    waiting('never', []).job,
  ]);
  const rest = ran.slice(4);
  expect(rest).toEqual(['count 10:30', 'settle 10:30', 'settle 11:00', 'end 11:00']);
});

test('what a job makes due is done at the same stop by those after it, and at the next by those before it', async () => {
  const { clock, waiting, pass } = world();
  const early = waiting('early', []);
  const late = waiting('late', []);
  const decide = waiting('decide', [at(1)], () => {
    if (clock.now() < at(1)) return;
    early.dues.push(clock.now());
    late.dues.push(clock.now());
  });
  const { ran } = await pass(2 * HOUR, [early.job, decide.job, late.job]);
  expect(ran.slice(3)).toEqual(['decide 11:00', 'late 11:00', 'early 12:00']);
});

test('a moment that a job names anew as soon as it has come is not missed', async () => {
  const { clock, note, pass } = world();
  const hourly: Job = {
    name: 'hourly',
    onlyWhenDue: true,
    run: async () => void note('hourly'),
    nextDueAt: async () => new Date((Math.floor(clock.now().getTime() / HOUR) + 1) * HOUR),
  };
  const { ran } = await pass(2 * HOUR, [hourly]);
  expect(ran).toEqual(['hourly 10:00', 'hourly 11:00', 'hourly 12:00']);
});

test('what stays due holds up no time and is tried at every stop', async () => {
  const { note, waiting, pass } = world();
  const stuck: Job = {
    name: 'stuck',
    onlyWhenDue: true,
    run: async () => void note('stuck'),
    nextDueAt: async () => at(1),
  };
  const { steps, ran } = await pass(3 * HOUR, [stuck, waiting('end', [at(2)]).job]);
  expect(steps).toBe(3);
  expect(ran).toEqual(['stuck 10:00', 'end 10:00', 'stuck 11:00', 'stuck 12:00', 'end 12:00', 'stuck 13:00']);
});

test('moments within a minute are one stop', async () => {
  const { waiting, pass } = world();
  const { steps } = await pass(HOUR, [
    waiting('first', [after(start, 1)]).job,
    waiting('second', [after(start, MINUTE - 1)]).job,
  ]);
  expect(steps).toBe(2);
});
