import { describe, expect, test } from 'vitest';
import { audience, clip, schedule } from '#server/testing/clip-histories.ts';
import { ASK_ERROR, CALIBRATION_CLIPS, calibrate, HOLD_ERROR, type ScoreEvidence } from './calibration.ts';
import { shippedRules } from './rules.ts';
import { scoreClip } from './score.ts';

const mediumTiktok = { platform: 'tiktok', size: 'medium', evidence: 'counts' } as const;
const zeros = () => new Array<number>(101).fill(0);
/** Makes a class of `none` honest clips with score 0 and `some` honest clips with `score`. */
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

test('computes the p-value as the share of honest clips with the same or a higher score, including the clip', () => {
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
])('does not calibrate by clips of %s', (_, other) => {
  expect(calibrate(counted(900, 99, 70), { ...mediumTiktok, ...other }, 70)).toBeNull();
});

describe('with honest clips of the same class', () => {
  test('holds a score that hardly any of them has, and states how many have it', () => {
    const score = judged(honest(1_000, 0, 0));
    expect(score.band).toBe('hold');
    expect(score.summary).toMatch(/Of 1,000 honest clips of this platform and size, 0 scored as high\.$/);
  });

  test('asks a person about a score that several of them have', () => {
    expect(judged(honest(980, 20, 100)).band).toBe('needs_review');
  });

  test('asks a person instead of holding while a drift of the class is open, and says so', () => {
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

  test('changes nothing while fewer than the calibration size are known', () => {
    expect(judged(honest(CALIBRATION_CLIPS - 1, 0, 0))).toEqual(scoreClip(bought));
    expect(judged(honest(CALIBRATION_CLIPS - 21, 20, 100)).band).toBe('hold');
  });

  test('has a calibration size at which one clip above all others may be held', () => {
    expect(1 / (CALIBRATION_CLIPS + 1)).toBeLessThan(HOLD_ERROR);
    expect(HOLD_ERROR).toBeLessThan(ASK_ERROR);
  });
});
