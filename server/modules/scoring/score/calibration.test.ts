import { describe, expect, test } from 'vitest';
import { audience, clip, schedule } from '#server/testing/clip-histories.ts';
import { ASK_ERROR, CALIBRATION_CLIPS, calibrate, HOLD_ERROR, type ScoreEvidence } from './calibration.ts';
import { shippedRules } from './rules.ts';
import { scoreClip } from './score.ts';

const mediumTiktok = { platform: 'tiktok', size: 'medium', evidence: 'counts' } as const;
const zeros = () => new Array<number>(101).fill(0);
/** So many honest clips without suspicion, and so many with this score. */
const honest = (none: number, some: number, score: number, evidence: ScoreEvidence = 'counts') => {
  const scores = zeros();
  scores[0] = none;
  scores[score]! += some;
  return [{ ...mediumTiktok, evidence, scores }];
};
const counted = (...of: Parameters<typeof honest>) => ({ calibration: honest(...of), drifted: [] });
const organic = audience(40_000);
const bought = clip(
  schedule(240),
  (at) => organic(at) + 20_000 * Math.min(1, Math.max(0, (at - 50) / 4)),
  (at) => organic(at) * 0.05,
);
const judged = (calibration: ReturnType<typeof honest>) =>
  scoreClip(bought, { ...shippedRules, calibration });

test('the p-value is the part of honest clips that score as high, the clip among them', () => {
  expect(calibrate(counted(990, 9, 70), mediumTiktok, 70)).toEqual({
    p: 10 / 1_000,
    clips: 999,
    evidence: 'counts',
    isDrifted: false,
  });
  expect(calibrate(counted(990, 9, 70), mediumTiktok, 71)!.p).toBeCloseTo(1 / 1_000);
});

test.each([
  ['another platform', { platform: 'youtube' as const }],
  ['another size', { size: 'small' as const }],
  ['other evidence', { evidence: 'analytics' as const }],
])('clips of %s calibrate nothing', (_, other) => {
  expect(calibrate(counted(900, 99, 70), { ...mediumTiktok, ...other }, 70)).toBeNull();
});

describe('with honest clips of the same class', () => {
  test('a score that hardly any of them has is held, with how many have it', () => {
    const score = judged(honest(1_000, 0, 0));
    expect(score.band).toBe('hold');
    expect(score.summary).toMatch(/Of 1,000 honest clips of this platform and size, 0 scored as high\.$/);
  });

  test('a score that several of them have asks a person and holds nothing', () => {
    expect(judged(honest(980, 20, 100)).band).toBe('needs_review');
  });

  test('that have changed since, nothing is held: a person is asked, and the verdict says why', () => {
    const drifted = [mediumTiktok];
    const score = scoreClip(bought, { ...shippedRules, calibration: honest(1_000, 0, 0), drifted });
    expect(score.band).toBe('needs_review');
    expect(score.summary).toMatch(
      /Honest clips have scored higher lately, so nothing is held because of it\.$/,
    );
    const other = [{ ...mediumTiktok, size: 'small' as const }];
    expect(
      scoreClip(bought, { ...shippedRules, calibration: honest(1_000, 0, 0), drifted: other }).band,
    ).toBe('hold');
  });

  test('fewer of them than the calibration size change nothing', () => {
    expect(judged(honest(CALIBRATION_CLIPS - 1, 0, 0))).toEqual(scoreClip(bought));
    expect(judged(honest(CALIBRATION_CLIPS - 21, 20, 100)).band).toBe('hold');
  });

  test('the calibration size is enough for the promise: one clip above all others is below the share that may be held', () => {
    expect(1 / (CALIBRATION_CLIPS + 1)).toBeLessThan(HOLD_ERROR);
    expect(HOLD_ERROR).toBeLessThan(ASK_ERROR);
  });
});
