import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  absenceOfScenario,
  growthOfScenario,
  purchaseOfScenario,
  type ScenarioInput,
  scenarioNames,
  scenarios,
} from './scenarios.ts';

const falling = ['platform-correction', 'purged'];
const postedAt = new Date('2026-11-20T09:30:00Z');

const inputs = fc.record<ScenarioInput>({
  scenario: fc.constantFrom(...scenarioNames),
  platform: fc.constantFrom('youtube', 'tiktok', 'instagram'),
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  postedAt: fc.constant(postedAt),
  views: fc.integer({ min: 0, max: 500_000 }),
});

test('counts are whole and never negative, and fall only in scenarios with removals', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const growth = growthOfScenario(input);
      let before = growth(0);
      expect(before).toEqual({ views: 0, likes: 0, comments: 0, shares: 0 });
      for (let hours = 0.5; hours < 3000; hours *= 1.07) {
        const counts = growth(hours);
        for (const name of ['views', 'likes', 'comments', 'shares'] as const) {
          expect(Number.isSafeInteger(counts[name])).toBe(true);
          expect(counts[name]).toBeGreaterThanOrEqual(falling.includes(input.scenario) ? 0 : before[name]);
        }
        before = counts;
      }
    }),
    { numRuns: 60 },
  );
});

test('a seed decides the counts at each time, in whatever order they are read', () => {
  fc.assert(
    fc.property(inputs, fc.array(fc.double({ min: 0, max: 3000, noNaN: true })), (input, times) => {
      const forwards = growthOfScenario(input);
      const backwards = growthOfScenario(input);
      const late = [...times].reverse().map((hours) => [hours, backwards(hours)] as const);
      for (const [hours, counts] of late) expect(forwards(hours)).toEqual(counts);
    }),
    { numRuns: 40 },
  );
});

test('two seeds give two curves', () => {
  const base = { scenario: 'organic', platform: 'tiktok', postedAt } as const;
  expect(growthOfScenario({ ...base, seed: 1 })(48)).not.toEqual(growthOfScenario({ ...base, seed: 2 })(48));
});

test('every scenario describes what it simulates', () => {
  for (const name of scenarioNames) expect(scenarios[name].says).toMatch(/\.$/);
  expect(scenarioNames.filter((name) => scenarios[name].fraud).length).toBeGreaterThanOrEqual(9);
});

test('ordinary clips have the usual likes of their platform', () => {
  for (const [platform, median] of [
    ['tiktok', 0.0552],
    ['youtube', 0.0266],
    ['instagram', 0.0234],
  ] as const) {
    const ratios = Array.from({ length: 201 }, (_, seed) => {
      const { views, likes, comments } = growthOfScenario({
        scenario: 'organic',
        platform,
        seed,
        postedAt,
        views: 30_000,
      })(720);
      return (likes + comments) / views;
    }).sort((a, b) => a - b);
    expect(ratios[100]).toBeGreaterThan(median * 0.85);
    expect(ratios[100]).toBeLessThan(median * 1.15);
  }
});

test('a bought step delivers most views within hours and hardly any likes', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const growth = growthOfScenario({
      scenario: 'bought-step',
      platform: 'tiktok',
      seed,
      postedAt,
      views: 20_000,
    });
    const hourly = Array.from({ length: 72 }, (_, hour) => ({
      views: growth(hour + 3.5).views - growth(hour).views,
      likes: growth(hour + 3.5).likes - growth(hour).likes,
    }));
    const step = hourly.reduce((most, one) => (one.views > most.views ? one : most));
    expect(step.views / 20_000).toBeGreaterThan(0.4);
    const end = growth(2000);
    expect(step.likes / step.views).toBeLessThan(0.7 * (end.likes / end.views));
  }
});

test('clips of one farm grow in the same hours', () => {
  const clip = (seed: number) =>
    growthOfScenario({ scenario: 'lockstep', platform: 'tiktok', seed, group: 7, postedAt, views: 10_000 });
  const [one, other] = [clip(1), clip(2)];
  for (let hours = 1; hours < 100; hours += 5) {
    expect(Math.abs(one(hours).views - other(hours).views)).toBeLessThan(400);
  }
});

test('a post that is deleted and restored does not grow while it is gone, and grows afterwards', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const input = {
      scenario: 'deleted-restored',
      platform: 'youtube',
      seed,
      postedAt,
      views: 20_000,
    } as const;
    const growth = growthOfScenario(input);
    const { fromHours, toHours } = absenceOfScenario(input)!;
    // A step lasts up to an hour, so the comparison excludes the step that is cut short.
    expect(growth(toHours - 1).views).toBe(growth(Math.min(fromHours + 1, toHours - 1)).views);
    expect(growth(2_000).views).toBeGreaterThan(growth(toHours).views);
  }
});

test('every bought scenario has the time of its first delivery, and no honest one does', () => {
  for (const scenario of scenarioNames) {
    const start = purchaseOfScenario({ scenario, platform: 'tiktok', seed: 5, postedAt });
    expect(start !== null).toBe(scenarios[scenario].fraud);
  }
});
