import {
  DECISION_HOURS,
  DECISION_HOURS_CHOICES,
  GONE_GRACE_DAYS,
  RECHECK_HOURS,
  TRACKING_DAYS,
  UNDO_SECONDS,
  WEEKLY_PAYOUT_MIN,
  WITHDRAWAL_MIN,
} from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { FORMATS, PENDING_SPAN } from '#contract/platforms/platform-texts.ts';

/** All steps of a host and of a clipper, as /how-it-works shows them. */
export const hostPath = [
  {
    title: 'Connect your platform',
    text: 'Only verified creators may post. Connecting shows clippers that the video is yours to hand out.',
  },
  {
    title: 'Post a listing',
    text: 'Rate per 1,000 views, total budget, platforms and the rules of a clip. Upload the source as MP4, or link it. The budget moves from your balance into the listing, and you never pay more than that.',
  },
  {
    title: 'Review what comes in',
    text: `Most clips are reviewed within ${DECISION_HOURS} hours; your listing may allow ${DECISION_HOURS_CHOICES.slice(1).join(' or ')}. You see the clip, its views and the evidence behind them, then approve or reject with a reason. For ${UNDO_SECONDS} seconds you can take it back.`,
  },
  {
    title: 'Pay per verified view',
    text: `An approved clip earns from your budget for ${TRACKING_DAYS} days, unless the listing says otherwise. Each cent has a receipt that leads back to the counts it was paid for.`,
  },
  {
    title: 'Get the rest back',
    text: 'Pause or end a listing whenever you want. When its last clip is settled, the budget that was not spent returns to your balance.',
  },
];

export const clipperPath = [
  {
    title: 'Pick a listing',
    text: 'Rate, free budget and how fast the host decides are on every listing, before you cut a frame.',
  },
  {
    title: 'Cut and post it',
    text: `Download the source, cut the moment, and post it from your own account on ${FORMATS}.`,
  },
  {
    title: 'Submit the link',
    text: 'The rules of the listing are checked before you submit. What does not pass says why, and what to change.',
  },
  {
    title: 'Watch it count',
    text: 'Once approved, every verified view earns. Each clip says what happens next, by when, and who has to act.',
  },
  {
    title: 'Get paid',
    text: `Earnings from clean views are yours after ${PENDING_SPAN}; other views are released once they’ve been checked. Withdraw from ${formatUsd(WITHDRAWAL_MIN)}, or wait for Monday, when each balance from ${formatUsd(WEEKLY_PAYOUT_MIN)} is paid.`,
  },
];

export const viewPoints = [
  {
    title: 'Read from the platform',
    text: 'Counts come from the platform itself: every 30 minutes in the first hours of a post, then less often over time. If we have no API access, two reviewers confirm counts from screenshots.',
  },
  {
    title: 'AI analysis',
    text: 'A published score compares how views, likes and comments grow. It names each signal it found, in one plain sentence.',
  },
  {
    title: 'Human verification',
    text: 'A reviewer checks what the analysis finds and releases the views or excludes them. Only the views in doubt wait; the rest keep earning.',
  },
  {
    title: 'A final count',
    text: `${RECHECK_HOURS} hours after a clip stops earning, its count is read once more. Only then are its last earnings released.`,
  },
  {
    title: 'When a post disappears',
    text: `A clip stops earning at its last count. You have ${GONE_GRACE_DAYS} days to restore it.`,
  },
  {
    title: 'What you report',
    text: 'A reported view count helps the host to decide. It is never paid on its own.',
  },
];
