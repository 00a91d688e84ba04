import { micros } from '#contract/money.ts';

/** Fields that the host's row and the clipper's row of the same undecided clip have in common. */
export const testClipRow = {
  id: '01900000-0000-7000-8000-000000000002',
  listingId: '01900000-0000-7000-8000-000000000003',
  listingTitle: 'Harbor at night',
  platform: 'tiktok' as const,
  url: 'https://www.tiktok.com/@cutter/video/7311111111111111111',
  caption: '',
  posterUrl: null,
  durationSeconds: null,
  reportedViews: 12_345,
  countLevel: 'platform' as const,
  views: 1_234_567,
  verifiedViews: 1_234_567,
  likes: null,
  rateCentsPerMille: 200,
  status: 'pending' as const,
  submittedAt: new Date('2026-11-02T10:00:00Z'),
  decision: null,
  decisionCommitsAt: null,
  decideBy: new Date('2026-11-03T10:00:00Z'),
  rejectReason: null,
  rejectNote: null,
  isResubmission: false,
  unreadMessages: 0,
  payoutMicros: micros(0n),
  worthMicros: micros(0n),
  budgetSpentAt: null,
  verdict: {
    score: null,
    band: 'not_enough_data' as const,
    summary: '',
    contributions: [],
    scoredAt: null,
    fraudHoldState: null,
  },
  trouble: null,
  captionProblem: null,
  next: { what: 'Host decides', by: null, who: 'host' as const },
};

/** Fields of a clip some of whose views were paid before others were held. */
export const paidPart = {
  verifiedViews: 53_995,
  payoutMicros: micros(91_780_000n),
  verdict: { ...testClipRow.verdict, band: 'hold' as const, score: 72 },
};
