import { CLIPS_PER_CLIPPER, DECISION_HOURS } from '#contract/limits.ts';
import { PENDING_SPAN } from '#contract/platforms/platform-texts.ts';

/** Features of the product, as /platform shows them. */
export const hostPoints = [
  {
    title: 'A budget that holds',
    text: 'The budget of a listing is set aside when it is posted. Spent, reserved, free and returned always add up to what you put in.',
  },
  {
    title: 'Rules that are checked',
    text: 'Platforms, hashtags, length, disclosure, clips per clipper: clips that break a rule never reach your queue.',
  },
  {
    title: 'One screen to decide',
    text: 'Clip, views and evidence side by side. Approve, reject with a reason, take it back within seconds.',
  },
];

export const clipperPoints = [
  {
    title: 'Know before you cut',
    text: `Rate, free budget and the host’s pace are public. Up to ${CLIPS_PER_CLIPPER} clips per listing, unless it says otherwise.`,
  },
  {
    title: 'No clip is forgotten',
    text: `A host has ${DECISION_HOURS} hours from the first verdict on the views, unless the listing gives more. After that a clean clip is approved automatically if you already have an approved one on the listing, and any other goes to our reviewers.`,
  },
  {
    title: 'A receipt per clip',
    text: 'Counts, rate, limits and cents on one page. Four figures everywhere: available, pending, on its way, contested.',
  },
];

export const moneyPoints = [
  {
    title: 'Exact to the view',
    text: 'Each view has a price that never needs rounding. Payouts are rounded down to the cent; the remainder stays in your balance.',
  },
  {
    title: 'Nothing counts twice',
    text: 'Every transfer is recorded in one ledger that can only be added to. Its balances are checked against each other every night.',
  },
  {
    title: 'Pending, then yours',
    text: `Earnings stay pending for ${PENDING_SPAN} while views are checked, longer where there is too little data or a reviewer checks them. After that they are available to you.`,
  },
];
