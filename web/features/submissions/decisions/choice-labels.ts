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
    return worthMicros === 0n ? held : `If you approve, the clip earns ${worth} by today's count. ${held}`;
  }
  if (worthMicros === 0n) return "Today's count earns nothing yet. Views that are verified later can earn.";
  // The count of an attested clip was confirmed by two reviewers, so it is not checked against later counts.
  if (verdict.band === 'not_enough_data' && countLevel !== 'attested') {
    return `If you approve, the clip earns ${worth}, pending until enough views were counted to check them.`;
  }
  if (verdict.band === 'needs_review') {
    return `If you approve, the clip earns ${worth}, pending until a reviewer has checked the views${(verdict.score ?? 0) < HOLD_SCORE ? ', at most seven days longer' : ''}.`;
  }
  return `If you approve, the clip earns ${worth}, pending for ${PENDING_HOURS[platform]} hours. Views that are verified later earn too.`;
}

/** Describes what *Reject* does to the money. */
export const rejectOutcome = ({ worthMicros }: Pick<Choice, 'worthMicros'>): string =>
  worthMicros === 0n
    ? 'Nothing is paid for this clip.'
    : `Nothing is paid; ${formatUsdExact(worthMicros)} stays free in your listing.`;
