import {
  CLIPS_PER_CLIPPER,
  DECISION_HOURS,
  GONE_GRACE_DAYS,
  RECHECK_HOURS,
  TRACKING_DAYS,
  WEEKLY_PAYOUT_MIN,
  WITHDRAWAL_DUE_HOURS,
  WITHDRAWAL_MIN,
} from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { PENDING_SPAN } from '#contract/platform-texts.ts';
import { paths } from '#web/routes/paths.ts';
import type { LegalSection } from './legal-page.tsx';

/** The Terms of Service; an operator edits them here and changes the date in the page with them. */
export const termsSections: LegalSection[] = [
  {
    id: 'accounts',
    title: 'Your account',
    paragraphs: [
      'Permille connects hosts, who fund listings for clips of their videos, with clippers, who cut and post those clips and are paid per 1,000 verified views. By signing up you accept these terms.',
      'One person holds one account, as a host or as a clipper. You choose which when you sign up. Keep your password to yourself: what is done with it counts as done by you. You must be at least 18 years old to be paid.',
      'Permille is in beta. Functions can change; what you have earned by then does not.',
    ],
  },
  {
    id: 'listings',
    title: 'Listings and budgets',
    paragraphs: [
      'A host sets a rate per 1,000 views, a total budget and the rules a clip must follow. Posting a listing moves its budget from the host’s balance into the listing, where it is held to pay for verified views. A host never pays more than the budget of a listing.',
      `Unless a listing says otherwise, a clipper may submit up to ${CLIPS_PER_CLIPPER} clips to it, and a clip earns for ${TRACKING_DAYS} days from its approval. A submitted clip keeps the terms under which it was submitted, whatever the host changes later.`,
      'When a listing has ended and every window of its clips has closed, what was not spent returns to the host’s balance.',
    ],
  },
  {
    id: 'clips',
    title: 'Clips and rights',
    paragraphs: [
      'A host who posts a listing confirms that they own the source video or may hand it out for clipping, and allows clippers to cut it and post the clips for that listing, on the platforms it names.',
      'A clipper submits only posts of their own connected accounts, follows the rules of the listing, and discloses advertising where the listing or the law asks for it. A post earns in one listing only.',
      `A host decides within the review deadline of the listing: ${DECISION_HOURS} hours unless it says more. At the deadline, a clip whose views and rules raised no doubt and whose content is known to fit is approved automatically. Any other goes to a reviewer. A rejection always names its reason.`,
      'Whoever owns a work that a source or a clip uses without permission can ask for it to be taken down.',
    ],
    link: { to: paths.takedown(), text: 'Send a takedown request' },
  },
  {
    id: 'views',
    title: 'Views and verification',
    paragraphs: [
      'Only verified views are paid. Counts are read from the platform itself, again and again while a clip earns, and are checked by AI analysis plus human verification. A view count that you report is never paid by itself.',
      'Views that look false are held back, with the evidence and the reason on the clip’s receipt, until a person has decided. Views that are not in doubt keep earning in the meantime.',
      `If a post disappears or a connected account no longer answers, the clip stops earning at the last count. You have ${GONE_GRACE_DAYS} days to restore it. Each clip is checked once more ${RECHECK_HOURS} hours after its window ends, before its last earnings are released.`,
    ],
  },
  {
    id: 'earnings',
    title: 'Earnings and payouts',
    paragraphs: [
      `A clip earns views / 1,000 × rate, for whole views, up to the budget that is left and any maximum that the listing sets. The platform fee is 0%: clippers keep 100%. Earnings are pending for ${PENDING_SPAN} and are then available to you.`,
      `You can ask for a withdrawal of available earnings from ${formatUsd(WITHDRAWAL_MIN)}; it is processed within ${WITHDRAWAL_DUE_HOURS} hours. In the weekly payout, every Monday at 09:00 UTC, each available balance of ${formatUsd(WEEKLY_PAYOUT_MIN)} or more is paid without asking. What leaves is paid in whole cents; the rest of a cent stays in your balance.`,
      'You are responsible for the payment address you give, and for any tax on what you earn.',
    ],
  },
  {
    id: 'refunds',
    title: 'Refunds',
    paragraphs: [
      'Refund requests are accepted within 30 days of the original transaction. Send the request through the contact form, under the category Billing, with the date and the amount of the deposit.',
      'Money that is still in your balance can be refunded to its source. What verified views have already earned belongs to the clippers and cannot be taken back. The held budget of a listing can be refunded once the listing has ended and its last clips are paid.',
    ],
  },
  {
    id: 'bans',
    title: 'Suspension and bans',
    paragraphs: ['We may suspend or ban an account for:'],
    points: [
      'false view counts, bought or automated views, or helping others to get them;',
      'multiple accounts held by one person;',
      'harassment of hosts, clippers or our team;',
      'violating the terms of an external platform, such as TikTok, YouTube or Instagram.',
    ],
  },
  {
    id: 'changes',
    title: 'Liability and changes',
    paragraphs: [
      'We answer for what we hold: the balances in your account and the record of how they came about. We do not answer for how many people watch a clip, for what an external platform removes, or for what a host or a clipper publishes.',
      'If these terms change, this page and its date change first, and clips already submitted keep the earning rules under which they were submitted. A banned or suspended person can object through the contact form; undisputed earnings are paid after a review, within 30 days.',
    ],
  },
];
