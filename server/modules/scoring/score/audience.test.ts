import { describe, expect, test } from 'vitest';
import { analyticsSignals } from '#contract/clips/clip-analytics.ts';
import { clip, schedule, audience as viewsOf } from '#server/testing/clip-histories.ts';
import type { AnalyticsPeriod, ClipAnalytics } from './analytics.ts';
import { audienceSignals } from './audience.ts';
import type { ScoreEvidence } from './calibration.ts';
import { shippedRules } from './rules.ts';
import { scoreClip } from './score.ts';

const hours = schedule(240);
const organic = viewsOf(40_000);
/**
 * Views of a clip that was sent to followers at once: a steep wave with few likes, which looks like bought
 * views.
 */
const broadcast = (at: number) => 30_000 * Math.min(1, Math.max(0, (at - 50) / 3));
const likes = (at: number) => organic(at) * 0.05;
const quiet = clip(hours, organic, likes);
const spiked = clip(hours, (at) => organic(at) + broadcast(at), likes);

const usual = {
  averagePercentage: 60,
  trafficSources: { recommended: 0.8, search: 0.1, direct: 0.04 },
  countries: { US: 0.7, GB: 0.2, CA: 0.1 },
  devices: { mobile: 0.9, desktop: 0.1 },
  subscribedShare: 0.2,
};
const account = { ...usual, clips: 12, views: 90_000 };

/** Analytics of the clip in several periods, with the same audience in each unless `changed`. */
function released(
  history: typeof quiet,
  changed: Partial<AnalyticsPeriod> = {},
  from = 48,
  until = 240,
): ClipAnalytics {
  const at = (hour: number) =>
    history.snapshots.findLast((one) => 'hours' in one && one.hours <= hour)?.views ?? 0;
  const ends = [0, 24, 48, 72, 120, 168, 240].filter((end) => end <= until);
  const periods = ends.slice(1).map((toHours, i) => ({
    fromHours: ends[i]!,
    toHours,
    views: at(toHours) - at(ends[i]!),
    ...usual,
    ...(ends[i] === from && changed),
  }));
  return { durationSeconds: 30, periods, account };
}
const scored = (history: typeof quiet, analytics: ClipAnalytics | null) =>
  scoreClip({ ...history, analytics });
const signals = (score: ReturnType<typeof scoreClip>) => score.contributions.map(({ signal }) => signal);

test('lists every signal that uses released figures as such', () => {
  expect(audienceSignals.map(({ id }) => id)).toEqual(analyticsSignals);
});

describe('released figures that contradict a real audience', () => {
  const cases: [string, Partial<AnalyticsPeriod>][] = [
    ['short_watch_time', { averagePercentage: 8 }],
    ['untraceable_traffic', { averagePercentage: 30, trafficSources: { direct: 0.5, external: 0.4 } }],
    ['foreign_audience', { countries: { VN: 1 } }],
    ['unusual_devices', { devices: { tv: 0.2, unknown: 0.8 } }],
    ['views_without_reach', { reach: 500 }],
    ['advertised_views', { trafficSources: { advertising: 0.8 } }],
  ];
  test.each(cases)('name %s in a sentence and contest the period', (signal, changed) => {
    const score = scored(spiked, released(spiked, changed));
    const found = score.contributions.find((one) => one.signal === signal)!;
    expect(found.points).toBeGreaterThan(0);
    expect(found.sentence).toMatch(/between (hour 48 and hour 72|day 2 and day 3)/);
    expect(score.contributions.reduce((sum, { points }) => sum + points, 0)).toBe(score.score);
    expect(found.snapshotRange).toEqual({ from: 48, to: 72 });
  });

  const starts = { averagePercentage: 6, trafficSources: { direct: 0.9 }, countries: { VN: 1 } };
  const started = released(quiet, starts, 0);
  const honest = (evidence: ScoreEvidence, asHigh = 0) => {
    const scores = new Array<number>(101).fill(0);
    scores[0] = 1_000 - asHigh;
    scores[100] = asHigh;
    return [{ platform: 'tiktok' as const, size: 'medium' as const, evidence, scores }];
  };

  test('ask a person about views from unknown sources that only start the clip, although its curve is clean, and hold nothing', () => {
    expect(scored(quiet, null).band).toBe('clean');
    const score = scored(quiet, started);
    expect(score).toMatchObject({ band: 'needs_review', evidence: 'analytics' });
    expect(score.score).toBeGreaterThan(60);
    expect(score.summary).toMatch(/Released figures alone hold no views/);
    expect(score.contestedRange!.toViews).toBeLessThan(organic(25));
    const ofCounts = scoreClip(
      { ...quiet, analytics: started },
      { ...shippedRules, calibration: honest('counts') },
    );
    expect(ofCounts.band).toBe('needs_review');
    expect(ofCounts.p).toBe(scoreClip(quiet, { ...shippedRules, calibration: honest('counts') }).p);
  });

  test('hold a clip whose score hardly any honest clip with figures has', () => {
    const rules = { ...shippedRules, calibration: honest('analytics') };
    const score = scoreClip({ ...quiet, analytics: started }, rules);
    expect(score).toMatchObject({ band: 'hold', p: 1 / 1_001 });
    expect(score.summary).toMatch(
      /Of 1,000 honest clips of this platform and size with released figures, 0 scored as high\.$/,
    );
  });

  test('hold nothing if the score is rare only among honest clips with figures', () => {
    const calibration = [...honest('analytics'), ...honest('counts', 9)];
    const score = scoreClip({ ...quiet, analytics: started }, { ...shippedRules, calibration });
    expect(score).toMatchObject({ band: 'needs_review', p: 10 / 1_001 });
    expect(score.summary).toMatch(/Of 1,000 honest clips of this platform and size, 9 scored as high\.$/);
    const drifted = [{ platform: 'tiktok' as const, size: 'medium' as const, evidence: 'counts' as const }];
    const rare = [...honest('analytics'), ...honest('counts')];
    const suspended = scoreClip(
      { ...quiet, analytics: started },
      { ...shippedRules, calibration: rare, drifted },
    );
    expect(suspended).toMatchObject({ band: 'needs_review', p: null });
  });

  test('raise a score that the counts alone would hold', () => {
    const both = scored(spiked, released(spiked, starts));
    expect(both).toMatchObject({ band: 'hold', summary: scored(spiked, null).summary });
  });

  test('hold nothing for one unusual origin of views that are watched to the end', () => {
    const article = { trafficSources: { external: 0.9 }, averagePercentage: 62 };
    expect(scored(quiet, released(quiet, article, 0)).band).toBe('clean');
  });

  test('name a public counter far above the owner’s figures', () => {
    const half = released(quiet);
    const score = scored(quiet, {
      ...half,
      periods: half.periods.map((period) => ({ ...period, views: period.views / 2 })),
    });
    expect(signals(score)).toContain('analytics_disagree');
  });
});

describe('released figures that look like a real audience', () => {
  test('reduce suspicion from the curve alone, and state the score without them', () => {
    expect(scored(spiked, null)).toMatchObject({ band: 'hold', score: 100 });
    const score = scored(spiked, released(spiked));
    expect(score.band).toBe('needs_review');
    const cleared = score.contributions.find(({ signal }) => signal === 'seen_by_people')!;
    expect(cleared.points).toBe(0);
    expect(cleared.sentence).toMatch(/lasted 60% of the clip, .* Without them the score would be 100\.$/);
  });

  test('clear nothing that happened after the last of them', () => {
    expect(scored(spiked, released(spiked, {}, 0, 48)).band).toBe('hold');
  });

  test('clear nothing when watch time is unknown', () => {
    const { periods, ...others } = released(spiked);
    const silent = { ...others, periods: periods.map((period) => ({ ...period, averagePercentage: null })) };
    expect(scored(spiked, silent).band).toBe('hold');
  });

  test('clear neither a duplicate nor removed views', () => {
    const duplicateOf = [{ kind: 'same_post' as const, sameClipper: false, similarity: 1 }];
    expect(scored({ ...quiet, duplicateOf }, released(quiet)).band).toBe('hold');
  });

  test('change nothing when nothing is released', () => {
    expect(scored(spiked, { periods: [], account })).toEqual(scored(spiked, null));
  });
});
