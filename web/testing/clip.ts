import type { Clip } from '#contract/clips/clips.ts';
import { micros } from '#contract/money.ts';
import { testClipRow } from './clip-row.ts';

const { id, payoutMicros, views, verifiedViews, likes, ...row } = testClipRow;
const zero = micros(0n);
const at = new Date('2026-11-02T10:00:00Z');

/** An undecided clip as its clipper reads it. */
export const testClip: Clip = {
  ...row,
  submissionId: id,
  viewer: 'clipper',
  may: ['withdraw', 'write'],
  hostUsername: 'harbor',
  clipperUsername: 'cutter',
  postedAt: at,
  approvedAt: null,
  approvedHow: null,
  trackingUntil: null,
  listingVersion: 1,
  countedViews: views,
  excludedViews: 0,
  contestedViews: 0,
  eligibleViews: views,
  byFigures: null,
  minViews: 0,
  maxPayoutMicros: null,
  paidViews: 0,
  earnedMicros: payoutMicros,
  pendingMicros: zero,
  releasedMicros: zero,
  contestedMicros: zero,
  contestedReservedMicros: zero,
  isFrozen: false,
  budgetSpent: null,
  budgetSpentAt: null,
  paidOutMicros: zero,
  takenBackMicros: zero,
  accruals: [],
  snapshots: [],
  recomputes: true,
  recomputation: [],
  analytics: null,
  rules: [{ rule: 'posted_at', state: 'kept', sentence: 'Posted after the listing started.' }],
  steps: [
    { step: 'submitted', state: 'done', label: 'Submitted', at, who: 'clipper', amountMicros: null },
    { step: 'counted', state: 'done', label: 'Counted', at, who: 'platform', amountMicros: null },
    { step: 'decided', state: 'current', label: 'Decision', at: null, who: 'nobody', amountMicros: null },
    { step: 'pending', state: 'ahead', label: 'Pending', at: null, who: 'nobody', amountMicros: zero },
    { step: 'released', state: 'ahead', label: 'Released', at: null, who: 'nobody', amountMicros: zero },
    { step: 'paid', state: 'ahead', label: 'Paid out', at: null, who: 'nobody', amountMicros: zero },
  ],
  holds: [],
  appeals: [],
  reviewNote: null,
  appealable: null,
  atStake: null,
  match: {
    state: 'no_file',
    refusal: null,
    fileUrl: null,
    sourceUrl: null,
    lengthDiffers: false,
    segments: [],
    sameEdit: null,
  },
  review: null,
};
