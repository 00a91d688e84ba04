import {
  DECISION_HOURS,
  DEPOSIT_SEASONING_DAYS,
  LONGER_DEADLINES,
  REFUND_SELF_DAYS,
  WEEKLY_PAYOUT_MIN,
  WITHDRAWAL_MIN,
} from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { FORMATS, PENDING_SPAN, payoutHours } from '#contract/platforms/platform-texts.ts';

/** Texts of the landing page below its first screen. Operators can edit them here. */
export const benefits = [
  {
    figure: '$0.00',
    title: 'No upfront fees',
    text: 'Clipping is free. Hosts put the whole budget in before a listing goes live, so the money for your views is already there.',
  },
  {
    figure: `${DECISION_HOURS} h`,
    title: `Most clips reviewed within ${DECISION_HOURS} hours`,
    text: `Every clip shows what it waits for, by when, and who has to act. ${LONGER_DEADLINES} You never lose views because a review runs late.`,
  },
  {
    figure: '100%',
    title: 'Clippers keep all of it',
    text: 'Views are checked by AI analysis plus human verification. What is verified is paid, to the cent, with a receipt.',
  },
];

export const hostSteps = [
  {
    title: 'Post a listing',
    text: 'Set a rate per 1,000 views and a total budget. You never pay more than that.',
  },
  {
    title: 'Hand over the source',
    text: 'Upload an MP4 or link it. Say what to clip, and where it may be posted.',
  },
  {
    title: 'Approve or reject',
    text: 'See the clip, its views and the evidence behind them on one screen, then decide.',
  },
];

export const clipperSteps = [
  {
    title: 'Pick a listing',
    text: 'Rate, free budget and how fast the host decides, before you cut a frame.',
  },
  {
    title: 'Cut and post it',
    text: `${FORMATS}. Paste the link; the rules are checked before you submit.`,
  },
  {
    title: 'Get paid per view',
    text: `Paid out ${payoutHours('tiktok')} hours after approval (${payoutHours('instagram')} on Instagram) where the views are clean, or every Monday in the weekly cycle.`,
  },
];

export const prices = [
  { name: 'Minimum withdrawal', value: formatUsd(WITHDRAWAL_MIN) },
  { name: 'Weekly payout from', value: formatUsd(WEEKLY_PAYOUT_MIN) },
  { name: 'Payout', value: `${payoutHours('tiktok')} hours` },
  { name: 'Refunds', value: `Within ${REFUND_SELF_DAYS} days` },
];

export const testimonials = [
  {
    text: 'I know which minute of a stream pays before I open the editor. That alone changed what I cut.',
    who: 'A clipper of long runs',
  },
  {
    text: 'Several listings, one budget each, no surprises. I clear the queue over coffee without touching the mouse.',
    who: 'A host of chess nights',
  },
  {
    text: 'A clip got held. The page told me which views, why, and by when. The rest kept earning.',
    who: 'A clipper of podcasts',
  },
];

export const questions = [
  {
    ask: 'How are views verified?',
    answer:
      'By AI analysis plus human verification. Counts come from the platform itself, every 30 minutes at first, or from screenshots that two reviewers confirm. Only contested views are held; the rest keep earning.',
  },
  {
    ask: 'When do I get paid?',
    answer: `Verified views earn as they come in. Earnings are pending for ${PENDING_SPAN}, longer if there is too little data or a reviewer checks the views. Then withdraw from ${formatUsd(WITHDRAWAL_MIN)}, or wait for Monday, when every balance from ${formatUsd(WEEKLY_PAYOUT_MIN)} is paid. Earnings funded by a host’s new card can be withdrawn ${DEPOSIT_SEASONING_DAYS} days after the deposit.`,
  },
  {
    ask: 'What does it cost?',
    answer:
      'Nothing on top. The platform fee is 0%: a host who pays $2.00 per 1,000 views pays $2.00, and the clipper gets $2.00.',
  },
  {
    ask: 'Which platforms count?',
    answer: `${FORMATS}. Each listing says which of them it takes.`,
  },
  {
    ask: 'What if a host never answers?',
    answer: `A review has a deadline: ${DECISION_HOURS} hours from the first verdict on the views, unless the listing gives more. After it, a clean clip is approved automatically if you already have an approved clip on the listing; any other goes to our reviewers.`,
  },
];
