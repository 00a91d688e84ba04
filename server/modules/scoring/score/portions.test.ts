import { describe, expect, test } from 'vitest';
import { clip, schedule, audience as viewsOf } from '#server/testing/clip-histories.ts';
import type { AnalyticsPeriod } from './analytics.ts';
import { joinSmall } from './analytics-figures.ts';
import { scoreClip } from './score.ts';

const HOURS = 720;
const organic = viewsOf(60_000);
const steady = (at: number) => (60_000 * at) / HOURS;
const history = clip(
  schedule(HOURS),
  (at) => organic(at) + steady(at),
  (at) => (organic(at) + steady(at)) * 0.05,
);
const people = {
  averagePercentage: 60,
  trafficSources: { recommended: 0.9, direct: 0.04 },
  countries: { US: 0.8, GB: 0.2 },
};
const bots = { averagePercentage: 5, trafficSources: { direct: 0.95 }, countries: { VN: 1 } };
const account = { ...people, clips: 12, views: 90_000 };

/** Analytics in periods of `length` hours; `audienceOf` says who watched between two hours. */
function released(length: number, audienceOf: (from: number, to: number) => Partial<AnalyticsPeriod>) {
  const views = (at: number) => Math.round(organic(at) + steady(at));
  const periods = Array.from({ length: HOURS / length }, (_, i) => {
    const [fromHours, toHours] = [i * length, (i + 1) * length];
    return {
      fromHours,
      toHours,
      views: views(toHours) - views(fromHours),
      ...audienceOf(fromHours, toHours),
    };
  });
  return { durationSeconds: 30, periods, account };
}
const score = (analytics: ReturnType<typeof released>) => scoreClip({ ...history, analytics });

test('scores an audience of bots as high in daily portions as in four long periods', () => {
  const long = score(released(180, () => bots)).score;
  expect(long).toBeGreaterThan(90);
  expect(score(released(24, () => bots)).score).toBeGreaterThanOrEqual(long - 1);
  expect(score(released(6, () => bots)).score).toBeGreaterThanOrEqual(long - 1);
});

test('finds bots in every second day, though no day has 3% of the views, and does not call them people', () => {
  const later = released(24, (from) => (from > 72 && (from / 24) % 2 === 1 ? bots : people));
  const days = later.periods.filter(({ averagePercentage }) => averagePercentage === 5);
  expect(Math.max(...days.map(({ views }) => views))).toBeLessThan(0.03 * 120_000);
  const found = score(later);
  expect(found.score).toBeGreaterThanOrEqual(60);
  expect(found.contributions.map(({ signal }) => signal)).not.toContain('seen_by_people');
  expect(found.contributions.find(({ signal }) => signal === 'short_watch_time')!.sentence).toMatch(
    /^The [\d,]+ views in \d+ stretches between day 5 and day 30 lasted 5% of the clip on average/,
  );
});

test('calls an audience people in periods of any length', () => {
  for (const length of [6, 24, 180]) {
    const seen = score(released(length, () => people));
    expect(seen.score).toBe(score(released(720, () => people)).score);
    expect(seen.contributions.map(({ signal }) => signal)).toContain('seen_by_people');
  }
});

test('joins periods until each has 100 views, and keeps all views', () => {
  const hours = Array.from({ length: 50 }, (_, i) => ({
    fromHours: i,
    toHours: i + 1,
    views: 7,
    reach: 5,
    countries: { US: i % 2 },
  }));
  const joined = joinSmall(hours);
  expect(joined.map(({ views }) => views)).toEqual([105, 105, 140]);
  expect(joined[0]).toMatchObject({ fromHours: 0, toHours: 15, reach: 75, engagedViews: null });
  expect(joined[2]!.countries!.US).toBeCloseTo(0.5);
});

describe('views are proven', () => {
  const proven = (analytics: ReturnType<typeof released>) => score(analytics).provenViews;
  const whole = released(24, () => people);

  test('up to the counter at the end of figures that look like people', () => {
    expect(proven(whole)).toBe(Math.round(organic(HOURS) + steady(HOURS)));
    const usual = clip(schedule(HOURS), organic, (at) => organic(at) * 0.05);
    const days = whole.periods.slice(0, 10).map((period) => ({
      ...period,
      views: Math.round(organic(period.toHours) - organic(period.fromHours)),
    }));
    const { provenViews } = scoreClip({ ...usual, analytics: { ...whole, periods: days } });
    expect(provenViews).toBeLessThanOrEqual(organic(240));
    expect(provenViews).toBeGreaterThan(organic(234));
  });

  test('at most as many as the figures contain, if the counter is a day ahead of them', () => {
    const bought = clip(
      schedule(HOURS),
      (at) => organic(at) + 12_000 * Math.min(1, Math.max(0, (at - 217) / 23)),
      (at) => (organic(at) + 12_000 * Math.min(1, Math.max(0, (at - 217) / 23))) * 0.05,
    );
    const days = whole.periods.slice(0, 10).map((period) => ({
      ...period,
      views: Math.round(organic(period.toHours) - organic(period.fromHours)),
    }));
    const { provenViews } = scoreClip({ ...bought, analytics: { ...whole, periods: days } });
    expect(provenViews).toBeGreaterThan(organic(240) * 0.99);
    expect(provenViews).toBeLessThan(organic(240) * 1.09);
  });

  test('not while the counts since then need a review', () => {
    const early = { ...whole, periods: whole.periods.slice(0, 10) };
    expect(score(early).band).not.toBe('clean');
    expect(proven(early)).toBe(0);
  });

  test('not by figures of bots, of a part of the days, of too few kinds, or that disagree with the counter', () => {
    expect(proven(released(24, (from) => (from === 240 ? bots : people)))).toBe(0);
    expect(proven({ ...whole, periods: whole.periods.slice(3) })).toBe(0);
    expect(proven(released(24, () => ({ averagePercentage: 60, reach: 3_000 })))).toBe(0);
    const twice = whole.periods.map((period) => ({ ...period, views: Math.round(period.views / 2) }));
    expect(proven({ ...whole, periods: twice })).toBe(0);
  });

  test('not without figures, however clean the counts are', () => {
    expect(scoreClip(history).provenViews).toBe(0);
  });
});
