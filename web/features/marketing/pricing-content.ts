import {
  BUDGET_MAX,
  BUDGET_MIN,
  DEPOSIT_MIN,
  DEPOSIT_SEASONING_DAYS,
  RATE_MAX_CENTS,
  RATE_MIN_CENTS,
  REFUND_SELF_DAYS,
  WEEKLY_PAYOUT_MIN,
  WITHDRAWAL_DUE_HOURS,
  WITHDRAWAL_MIN,
} from '#contract/limits.ts';
import { centsToMicros, formatUsd, type Micros, microsPerView } from '#contract/money.ts';
import { PENDING_SPAN, payoutHours } from '#contract/platforms/platform-texts.ts';
import { payoutText } from '#web/nouns/payout-text.ts';

/** Examples of clips: view counts with a rate in cents per 1,000 views. Pages compute the earnings. */
export const clipScenarios = [
  { name: 'A first clip', views: 8_000, rateCentsPerMille: 100 },
  { name: 'A clip that travels', views: 15_000, rateCentsPerMille: 200 },
  { name: 'A good week', views: 60_000, rateCentsPerMille: 150 },
  { name: 'A viral clip', views: 240_000, rateCentsPerMille: 300 },
];

/** Examples of budgets. Pages compute how many views each of them buys. */
export const budgetScenarios = [
  { name: 'A trial', budgetMicros: centsToMicros(10_000), rateCentsPerMille: 100 },
  { name: 'One stream', budgetMicros: centsToMicros(50_000), rateCentsPerMille: 200 },
  { name: 'A season', budgetMicros: centsToMicros(450_000), rateCentsPerMille: 150 },
];

/** Returns how many whole views a budget pays for. */
export const viewsFor = (budgetMicros: Micros, rateCentsPerMille: number): number =>
  Number(budgetMicros / microsPerView(rateCentsPerMille));

export const limitRows = [
  {
    name: 'Rate per 1,000 views',
    value: `${formatUsd(centsToMicros(RATE_MIN_CENTS))} to ${formatUsd(centsToMicros(RATE_MAX_CENTS))}`,
  },
  { name: 'Budget of a listing', value: `${formatUsd(BUDGET_MIN)} to ${formatUsd(BUDGET_MAX)}` },
  { name: 'Smallest deposit', value: formatUsd(DEPOSIT_MIN) },
  { name: 'Platform fee', value: '0%' },
];

export const payoutPoints = [
  {
    title: `On request, from ${formatUsd(WITHDRAWAL_MIN)}`,
    text: `Ask for a withdrawal as soon as ${formatUsd(WITHDRAWAL_MIN)} is available. It is processed within ${WITHDRAWAL_DUE_HOURS} hours.`,
  },
  {
    title: `Weekly, from ${formatUsd(WEEKLY_PAYOUT_MIN)}`,
    text: `Every Monday at 09:00 UTC each available balance of ${formatUsd(WEEKLY_PAYOUT_MIN)} or more is paid without asking. Smaller balances roll over to the next week.`,
  },
  {
    title: `${payoutHours('tiktok')} hours after approval`,
    text: `A clean clip’s first earnings are sent ${payoutHours('tiktok')} hours after approval (${payoutHours('instagram')} on Instagram). They are pending for ${PENDING_SPAN}, longer if there is too little data or a reviewer checks the views. Earnings funded by a host’s new card can be withdrawn ${DEPOSIT_SEASONING_DAYS} days after the deposit.`,
  },
  {
    title: 'How it is paid',
    text: payoutText(),
  },
  {
    title: 'Whole cents',
    text: 'Every view is counted at its exact price. Payouts are rounded down to the cent; the remainder stays in your balance.',
  },
  {
    title: 'Refunds for hosts',
    text: `Refund requests are accepted within ${REFUND_SELF_DAYS} days of the original transaction, for money that verified views have not yet earned.`,
  },
];
