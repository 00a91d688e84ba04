import { expect, test } from 'vitest';
import { HOUR } from './clock.ts';
import { sharedCheck } from './shared-check.ts';

test('one run of the check serves all callers during it and after it, until it is too old', async () => {
  let looks = 0;
  let answer: (problem: string | null) => void = () => undefined;
  const check = {
    name: 'Storage',
    problem: () => {
      looks++;
      return new Promise<string | null>((resolve) => (answer = resolve));
    },
  };
  const kept = sharedCheck(check, HOUR);
  const asked = [kept.problem(), kept.problem()];
  answer('It is full.');
  expect(await Promise.all([...asked, kept.problem()])).toEqual([
    'It is full.',
    'It is full.',
    'It is full.',
  ]);
  expect(looks).toBe(1);

  const fresh = sharedCheck(check, 0);
  for (const problem of ['It is full.', null]) {
    const look = fresh.problem();
    answer(problem);
    expect(await look).toBe(problem);
  }
  expect(looks).toBe(3);
});

test('a check that throws is a problem', async () => {
  const broken = { name: 'Database', problem: () => Promise.reject(new Error('gone')) };
  expect(await sharedCheck(broken, HOUR).problem()).toBe('The check could not be made.');
});
