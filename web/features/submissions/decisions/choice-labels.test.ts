import { expect, test } from 'vitest';
import { centsToMicros, ZERO_MICROS } from '#contract/money.ts';
import type { Verdict } from '#contract/scoring/scoring.ts';
import { approveOutcome, rejectOutcome } from './choice-labels.ts';

const clip = (band: Verdict['band'], cents = 3_642, fraudHoldState: Verdict['fraudHoldState'] = null) => ({
  worthMicros: centsToMicros(cents),
  rateCentsPerMille: 200,
  platform: 'tiktok' as const,
  countLevel: 'platform' as const,
  verdict: { score: 10, band, summary: '', contributions: [], scoredAt: null, fraudHoldState },
});

test('names the dollars that approving costs, and when they can be released', () => {
  expect(approveOutcome(clip('clean'))).toContain(
    'Approving pays $36.42 for the views so far, pending for 24 hours',
  );
  expect(approveOutcome({ ...clip('clean'), platform: 'instagram' })).toContain('pending for 48 hours');
  expect(approveOutcome(clip('needs_review'))).toContain('once a reviewer has checked them');
  expect(approveOutcome(clip('not_enough_data'))).toContain('once there are enough to verify them');
  const attested = { ...clip('not_enough_data'), countLevel: 'attested' as const };
  expect(approveOutcome(attested)).toContain('pending for 24 hours');
});

test('says that held views earn only if a reviewer releases them, beside the other views', () => {
  const onlyIf = 'The views in doubt earn only if a reviewer releases them.';
  for (const [band, state] of [
    ['hold', null],
    ['clean', 'open'],
    ['needs_review', 'escalated'],
  ] as const) {
    expect(approveOutcome(clip(band, 3_642, state))).toBe(
      `Approving pays $36.42 for the views so far. ${onlyIf}`,
    );
    expect(approveOutcome(clip(band, 0, state))).toBe(onlyIf);
  }
});

test('promises nothing for a clip without eligible views', () => {
  expect(approveOutcome(clip('clean', 0))).toContain('Views verified later can earn.');
  expect(rejectOutcome({ worthMicros: ZERO_MICROS })).toBe('Nothing is paid for this clip.');
});
