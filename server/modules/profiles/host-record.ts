import type { HostRecord } from '#contract/listings/listings.ts';
import type { RejectReason } from '#contract/submissions/reject-reasons.ts';

/** The columns of a host's row in host_stats; null if the host has no row yet. */
export interface HostStatsColumns {
  median_hours_to_decide: number | null;
  approved_share: number | null;
  rejections: number | null;
  overturned: number | null;
  paid_share: number | null;
  reject_reasons: unknown;
  fraud_holds_appealed: number | null;
  fraud_holds_overturned: number | null;
}

/** Returns a host's record as the host's page and listings show it. Unknown figures are null, never 0. */
export const hostRecord = (card: HostStatsColumns): HostRecord => ({
  medianHoursToDecide: card.median_hours_to_decide,
  approvedShare: card.approved_share,
  rejections: card.rejections ? { all: card.rejections, overturned: card.overturned ?? 0 } : null,
  paidShare: card.paid_share,
  rejectReasons: Object.entries((card.reject_reasons ?? {}) as Record<RejectReason, number>)
    .map(([reason, clips]) => ({ reason: reason as RejectReason, clips }))
    .sort((a, b) => b.clips - a.clips || a.reason.localeCompare(b.reason)),
  holds: card.fraud_holds_appealed
    ? { appealed: card.fraud_holds_appealed, overturned: card.fraud_holds_overturned ?? 0 }
    : null,
});
