import { DECISION_HOURS, WEEKLY_PAYOUT_MIN, WITHDRAWAL_DUE_HOURS, WITHDRAWAL_MIN } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { PENDING_SPAN } from '#contract/platform-texts.ts';

export interface Answer {
  /** Its address behind the #. */
  id: string;
  ask: string;
  answer: string;
}

/** The help center's five questions; an operator edits them here. */
export const answers: Answer[] = [
  {
    id: 'payouts',
    ask: 'When and how am I paid?',
    answer: `Verified views earn as they come in. What they earn is pending for ${PENDING_SPAN} and is then available. Ask for a withdrawal from ${formatUsd(WITHDRAWAL_MIN)}, which is processed within ${WITHDRAWAL_DUE_HOURS} hours, or wait for Monday 09:00 UTC, when each available balance of ${formatUsd(WEEKLY_PAYOUT_MIN)} or more is paid. Payouts are processed manually for now; PayPal and bank transfer are coming soon.`,
  },
  {
    id: 'verification',
    ask: 'How are my views verified?',
    answer:
      'By AI analysis plus human verification. Counts are read from the platform, so the account that posted the clip has to be connected. Views in doubt are held until a person has looked at them; the clip’s receipt says which, why and by when. All other views go on earning.',
  },
  {
    id: 'review',
    ask: 'How long does a review take, and what if my clip is rejected?',
    answer: `Most clips are reviewed within ${DECISION_HOURS} hours; a listing may allow its host more. After the deadline a clean clip that fits is approved automatically, and any other goes to our reviewers. A rejection names its reason. If you think it is wrong, write to us with the link of the clip.`,
  },
  {
    id: 'budget',
    ask: 'What do I pay as a host, and can I get money back?',
    answer:
      'Rate × verified views / 1,000, up to the budget of the listing and never more. The platform fee is 0%. What a settled listing did not spend returns to your balance. Refund requests are accepted within 30 days of the original transaction: write to us under Billing.',
  },
  {
    id: 'submitting',
    ask: 'Why can’t I submit my clip?',
    answer:
      'Each rule is checked before a clip is accepted, and the message names the one that failed: the platform is not on the listing, the post belongs to an account you have not connected, it was posted before the listing started, a required hashtag is missing, or the post already earns elsewhere.',
  },
];
