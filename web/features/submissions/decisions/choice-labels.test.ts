import { expect, test } from 'vitest';
import { centsToMicros, ZERO_MICROS } from '#contract/money.ts';
import type { Verdict } from '#contract/scoring.ts';
import { approveOutcome, rejectOutcome } from './choice-labels.ts';

const clip = (band: Verdict['band'], cents = 3_642, fraudHoldState: Verdict['fraudHoldState'] = null) => ({
  worthMicros: centsToMicros(cents),
  rateCentsPerMille: 200,
  platform: 'tiktok' as const,
  verdict: { score: 10, band, summary: '', contributions: [], scoredAt: null, fraudHoldState },
});

test('the dollars of approving are named, and when they can be released', () => {
  expect(approveOutcome(clip('clean'))).toContain(
    'If you approve, the clip earns $36.42, pending for 24 hours',
  );
  expect(approveOutcome({ ...clip('clean'), platform: 'instagram' })).toContain('pending for 48 hours');
  expect(approveOutcome(clip('needs_review'))).toContain('until a reviewer has checked the views');
  expect(approveOutcome(clip('not_enough_data'))).toContain('until enough views were counted');
});

test('views on hold are never said to be earned', () => {
  for (const held of [clip('hold'), clip('clean', 3_642, 'open'), clip('needs_review', 3_642, 'escalated')]) {
    expect(approveOutcome(held)).toContain('stays in your listing');
    expect(approveOutcome(held)).not.toMatch(/earn/);
  }
});

test('a clip without eligible views promises nothing', () => {
  expect(approveOutcome(clip('clean', 0))).toContain('Views that are verified later can earn.');
  expect(rejectOutcome({ worthMicros: ZERO_MICROS })).toBe('Nothing is paid for this clip.');
});
