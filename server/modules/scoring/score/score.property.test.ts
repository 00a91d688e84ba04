import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { declarationKinds } from '#contract/declarations.ts';
import { postPlatforms } from '#contract/platforms/platforms.ts';
import type { ClipAnalytics } from './analytics.ts';
import { apportion } from './apportion.ts';
import { explainable } from './declared.ts';
import type { ClipHistory, Declared } from './history.ts';
import { shippedRules } from './rules.ts';
import { scoreClip } from './score.ts';

const weird = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 5_000_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60, 0.5) },
);
const counts = fc.record({
  hours: fc.oneof(fc.integer({ min: 0, max: 700 }), fc.double({ min: 0, max: 700, noNaN: true }), weird),
  views: weird,
  likes: fc.option(weird),
  comments: fc.option(weird),
  shares: fc.option(weird),
});
/** Counts that never decrease, as is normal on platforms. */
const growing = fc
  .array(
    fc.tuple(
      fc.double({ min: 0.1, max: 8, noNaN: true }),
      fc.nat(4_000),
      fc.double({ min: 0, max: 0.3, noNaN: true }),
    ),
    {
      maxLength: 60,
    },
  )
  .map((steps) => {
    let [hours, views, likes] = [0, 0, 0];
    return steps.map(([pause, more, rate]) => {
      hours += pause;
      views += more;
      likes += Math.round(more * rate);
      return {
        hours,
        views,
        likes: likes as number | null,
        comments: Math.round(likes / 50) as number | null,
        shares: null,
      };
    });
  });

const parts = <Kind extends string>(...kinds: Kind[]) =>
  fc.option(fc.dictionary(fc.constantFrom(...kinds), weird) as fc.Arbitrary<Partial<Record<Kind, number>>>);
const audience = {
  averagePercentage: fc.option(weird),
  subscribedShare: fc.option(weird),
  trafficSources: parts('recommended', 'direct', 'advertising'),
  countries: parts('US', 'VN'),
  devices: parts('mobile', 'desktop'),
};
const analytics: fc.Arbitrary<ClipAnalytics> = fc.record({
  durationSeconds: fc.option(weird),
  periods: fc.array(
    fc.record({
      ...audience,
      fromHours: weird,
      toHours: weird,
      views: weird,
      engagedViews: fc.option(weird),
      watchSeconds: fc.option(weird),
      reach: fc.option(weird),
    }),
    { maxLength: 4 },
  ),
  account: fc.option(fc.record({ ...audience, clips: weird, views: weird, engagedShare: fc.option(weird) })),
});

const history: fc.Arbitrary<ClipHistory> = fc.record({
  platform: fc.constantFrom(...postPlatforms),
  postedAt: fc.constantFrom('2026-09-01T12:00:00Z', 'never'),
  followers: fc.option(weird),
  listingStartsAt: fc.option(fc.constantFrom('2026-08-01T12:00:00Z', '2026-09-04T12:00:00Z', '')),
  reportedViews: fc.option(weird),
  duplicateOf: fc.array(
    fc.record({
      kind: fc.constantFrom('same_post' as const, 'same_video' as const),
      sameClipper: fc.boolean(),
      similarity: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 2 },
  ),
  analytics: fc.option(analytics),
  snapshots: fc.oneof(growing, fc.array(counts, { maxLength: 40 })),
});

describe('for any history', () => {
  test('returns a whole score from 0 to 100 to which its points add up', () => {
    fc.assert(
      fc.property(history, (clip) => {
        const { score, contributions } = scoreClip(clip);
        expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        expect(contributions.reduce((sum, { points }) => sum + points, 0)).toBe(score);
      }),
      { numRuns: 1_500 },
    );
  });

  test('returns the same score for readings in any order', () => {
    const shuffled = history.chain((clip) =>
      fc.tuple(
        fc.constant(clip),
        fc.shuffledSubarray([...clip.snapshots], { minLength: clip.snapshots.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([clip, snapshots]) => {
        expect(scoreClip({ ...clip, snapshots })).toEqual(scoreClip(clip));
      }),
      { numRuns: 500 },
    );
  });

  test('never calls a clip with too little data clean', () => {
    fc.assert(
      fc.property(history, (clip) => {
        const few = { ...clip, snapshots: clip.snapshots.slice(0, 5) };
        expect(scoreClip(few).band).not.toBe('clean');
      }),
      { numRuns: 500 },
    );
  });

  test('writes sentences with all numbers, a capital first, a full stop last, and no statistician’s words', () => {
    fc.assert(
      fc.property(history, (clip) => {
        for (const { sentence } of scoreClip(clip).contributions) {
          expect(sentence).toMatch(/^[A-Z\d].*\.$/);
          expect(sentence).not.toMatch(/NaN|undefined|null|Infinity/);
          expect(sentence).not.toMatch(
            /scatter|deviation|variance|chance|\bpace\b|percentile|usually|real audience/,
          );
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('contests only a range within the views that were read', () => {
    fc.assert(
      fc.property(history, (clip) => {
        const { contestedRange } = scoreClip(clip);
        if (contestedRange === null) return;
        expect(contestedRange.fromViews).toBeLessThan(contestedRange.toViews);
        expect(contestedRange.fromViews).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 1_000 },
    );
  });
});

const declarations: fc.Arbitrary<Declared[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...declarationKinds),
    by: fc.constantFrom('host' as const, 'clipper' as const),
    at: fc.integer({ min: -10, max: 700 }).map((hours) => new Date(Date.UTC(2026, 8, 1, 12 + hours))),
    declaredAt: fc.integer({ min: -10, max: 700 }).map((hours) => new Date(Date.UTC(2026, 8, 1, 12 + hours))),
  }),
  { minLength: 1, maxLength: 4 },
);

describe('a declaration', () => {
  test('never raises a score, and never a suspicion', () => {
    fc.assert(
      fc.property(history, declarations, (clip, declared) => {
        expect(scoreClip({ ...clip, declared }).score).toBeLessThanOrEqual(scoreClip(clip).score);
      }),
      { numRuns: 1_000 },
    );
  });

  test('changes nothing about signals that no share explains', () => {
    const others = {
      ...shippedRules,
      signals: shippedRules.signals.filter(({ id }) => !explainable.includes(id)),
    };
    fc.assert(
      fc.property(history, declarations, (clip, declared) => {
        expect(scoreClip({ ...clip, declared }, others).score).toBe(scoreClip(clip, others).score);
      }),
      { numRuns: 1_000 },
    );
  });

  test('hides no lower score: its sentence states the score without it', () => {
    fc.assert(
      fc.property(history, declarations, (clip, declared) => {
        const before = scoreClip({ ...clip, analytics: null });
        const lowered = scoreClip({ ...clip, analytics: null, declared });
        if (lowered.score === before.score) return;
        const { sentence } = lowered.contributions.find(({ signal }) => signal === 'declared')!;
        expect(sentence).toContain(`Without it the score would be ${before.score}.`);
      }),
      { numRuns: 1_000 },
    );
  });
});

test('never suspects too few likes more when every reading has more likes', () => {
  const likeFloor = {
    ...shippedRules,
    signals: shippedRules.signals.filter(({ id }) => id === 'low_like_rate'),
  };
  fc.assert(
    fc.property(history, fc.double({ min: 1, max: 20, noNaN: true }), (clip, factor) => {
      const more = clip.snapshots.map((reading) => ({
        ...reading,
        likes: reading.likes === null ? null : reading.likes * factor,
      }));
      const before = scoreClip(clip, likeFloor).score;
      expect(scoreClip({ ...clip, snapshots: more }, likeFloor).score).toBeLessThanOrEqual(before);
    }),
  );
});

test('apportions shares without losing or inventing a point', () => {
  fc.assert(
    fc.property(
      fc.nat(100),
      fc.array(fc.double({ min: 0.001, max: 5, noNaN: true }), { minLength: 1 }),
      (total, shares) => {
        const points = apportion(total, shares);
        expect(points.reduce((a, b) => a + b, 0)).toBe(total);
        points.forEach((p, i) => {
          expect(Math.abs(p - (total * shares[i]!) / shares.reduce((a, b) => a + b))).toBeLessThan(1);
        });
      },
    ),
  );
});
