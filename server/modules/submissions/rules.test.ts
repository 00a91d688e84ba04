import { expect, it } from 'vitest';
import { lengthAllowed, missingTags, postedBefore, successRate } from './rules.ts';

it('finds each required tag as a whole word in any case', () => {
  expect(missingTags('Go #HollowRun with @marlow!', ['#hollowrun', '@Marlow'])).toEqual([]);
  expect(missingTags('#hollowrunner @marlow_fan', ['#hollowrun', '@marlow'])).toEqual([
    '#hollowrun',
    '@marlow',
  ]);
});

it("accepts a clip within the listing's allowed length, including both ends", () => {
  expect(lengthAllowed(15, 15, 60)).toBe(true);
  expect(lengthAllowed(60, 15, 60)).toBe(true);
  expect(lengthAllowed(61, 15, 60)).toBe(false);
  expect(lengthAllowed(14, 15, null)).toBe(false);
  expect(lengthAllowed(null, 15, 60)).toBe(true);
});

it('rounds the success rate to a whole percent, and returns none without submissions', () => {
  expect(successRate({ approved: 20, pending: 3 })).toBe(87);
  expect(successRate({ withdrawn: 2 })).toBeNull();
});

it('accepts a post from the second in which its listing started, and refuses one from the second before', () => {
  const started = new Date('2026-03-02T12:00:00.700Z');
  expect(postedBefore(new Date('2026-03-02T12:00:00Z'), started)).toBe(false);
  expect(postedBefore(new Date('2026-03-02T11:59:59Z'), started)).toBe(true);
});
