import { expect, test } from 'vitest';
import { Busy, boundedQueue } from './bounded-queue.ts';

/** A task that ends when the test ends it. */
function job() {
  let end = () => {};
  const done = new Promise<void>((resolve) => (end = resolve));
  return { end, run: () => done };
}

test('runs a few at once, lets some wait in order, and refuses one more without beginning it', async () => {
  const queue = boundedQueue({ atOnce: 2, waiting: 2, retryAfterSeconds: 3 });
  const begun: number[] = [];
  const jobs = Array.from({ length: 5 }, job);
  const results = jobs.map(({ run }, index) =>
    queue(async () => {
      begun.push(index);
      await run();
      return index;
    }),
  );
  const refused = expect(results[4]).rejects.toMatchObject({ retryAfterSeconds: 3 });
  expect(begun).toEqual([0, 1]);
  jobs[1]!.end();
  expect(await results[1]).toBe(1);
  expect(begun).toEqual([0, 1, 2]);
  jobs[0]!.end();
  jobs[2]!.end();
  jobs[3]!.end();
  expect(await Promise.all(results.slice(0, 4))).toEqual([0, 1, 2, 3]);
  await refused;
  expect(begun).toEqual([0, 1, 2, 3]);
  await expect(results[4]).rejects.toBeInstanceOf(Busy);
});

test('work that fails frees its slot', async () => {
  const queue = boundedQueue({ atOnce: 1, waiting: 0, retryAfterSeconds: 1 });
  await expect(queue(async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue(async () => 'next')).toBe('next');
});
