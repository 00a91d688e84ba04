import { HOLD_SCORE } from '#contract/limits.ts';
import { formatUsdExact } from '#contract/money.ts';
import { PENDING_HOURS } from '#contract/platforms/platform-texts.ts';
import type { HostSubmissionRow } from '#contract/submissions/submissions.ts';

export type Choosable = Pick<
  HostSubmissionRow,
  'id' | 'clipperUsername' | 'worthMicros' | 'verdict' | 'platform' | 'countLevel'
>;
type Choice = Omit<Choosable, 'id' | 'clipperUsername'>;

/** Describes what *Approve* does to the money, for the views counted so far. */
export function approveOutcome({ worthMicros, verdict, platform, countLevel }: Choice): string {
  const worth = formatUsdExact(worthMicros);
  if (
    verdict.band === 'hold' ||
    verdict.fraudHoldState === 'open' ||
    verdict.fraudHoldState === 'escalated'
  ) {
    const held = 'The views in doubt earn only if a reviewer releases them.';
    return worthMicros === 0n ? held : `Approving pays ${worth} for the views so far. ${held}`;
  }
  if (worthMicros === 0n) return 'The views so far earn nothing yet. Views verified later can earn.';
  // The count of an attested clip was confirmed by two reviewers, so it is not checked against later counts.
  if (verdict.band === 'not_enough_data' && countLevel !== 'attested') {
    return `Approving pays ${worth} for the views so far, once there are enough to verify them.`;
  }
  if (verdict.band === 'needs_review') {
    const limit = (verdict.score ?? 0) < HOLD_SCORE ? ' (at most seven days longer)' : '';
    return `Approving pays ${worth} for the views so far, once a reviewer has checked them${limit}.`;
  }
  return `Approving pays ${worth} for the views so far, pending for ${PENDING_HOURS[platform]} hours. Later verified views earn too.`;
}

/** Describes what *Reject* does to the money. */
export const rejectOutcome = ({ worthMicros }: Pick<Choice, 'worthMicros'>): string =>
  worthMicros === 0n
    ? 'Nothing is paid for this clip.'
    : `Nothing is paid and ${formatUsdExact(worthMicros)} stays in your budget.`;
