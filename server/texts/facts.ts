import {
  API_CALLS_PER_MINUTE,
  API_KEY_DAYS_MAX,
  API_KEYS_MAX,
  APPEAL_DAYS,
  APPEAL_DECISION_DAYS,
  AUDIT_DAYS,
  AUDIT_MONEY_YEARS,
  AUDIT_YEARS,
  CAPTION_FIX_HOURS,
  CAPTION_REPEAT_DAYS,
  CARD_CAP,
  CLIP_FILE_DECIDED_DAYS,
  CLIP_FILE_KEPT_DAYS,
  CLIPS_PER_CLIPPER,
  COUNTED_UNTIL_DAYS,
  DECISION_HOURS,
  DEPOSIT_SEASONING_DAYS,
  GONE_GRACE_DAYS,
  HOLD_DECISION_DAYS,
  HOLD_SCORE,
  NOTIFICATION_READ_MONTHS,
  NOTIFICATION_UNREAD_MONTHS,
  PASSKEY_MINUTES,
  RECHECK_HOURS,
  REFUND_SELF_DAYS,
  REFUNDS_SELF_MAX,
  SEEN_WITHIN_HOURS,
  STUDIO_PROJECT_ENDED_DAYS,
  SUPPORT_YEARS,
  TAKEDOWN_YEARS,
  TRACKING_DAYS,
  UNDO_SECONDS,
  UNUSED_CODE_DAYS,
  UNUSED_UPLOAD_DAYS,
  WEEKLY_PAYOUT_MIN,
  WITHDRAWAL_DUE_HOURS,
  WITHDRAWAL_MIN,
} from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { DIGEST_HOUR_UTC } from '#contract/notifications/notification-topics.ts';
import { type PayoutWay, payoutTexts } from '#contract/payouts/payout-texts.ts';
import { namesText } from '#contract/platforms/platform-names.ts';
import { PENDING_SPAN } from '#contract/platforms/platform-texts.ts';
import { type ConnectablePlatform, platforms } from '#contract/platforms/platforms.ts';
import { WEBHOOK_DELIVERIES_KEPT_DAYS } from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { isLoopback } from '#server/config/loopback.ts';
import type { Config } from '#server/config.ts';
import { MAILS_KEPT_DAYS } from '#server/infra/mail.ts';
import { ABSOLUTE_DAYS, DEVICE_DAYS, IDLE_DAYS } from '#server/modules/accounts/accounts.ts';
import { EVENT_DAYS } from '#server/modules/events/events.ts';
import { DELIVERIES_KEPT_DAYS } from '#server/modules/notifications/notifications.ts';
import { SNAPSHOT_DAYS } from '#server/modules/tracking/tracking.ts';
import type { Operator } from './operator.ts';

/** The rules that the code applies, in words for the texts. */
const rules = {
  apiCallsPerMinute: API_CALLS_PER_MINUTE,
  apiKeyDays: API_KEY_DAYS_MAX,
  apiKeysMax: API_KEYS_MAX,
  appealDays: APPEAL_DAYS,
  appealDecisionDays: APPEAL_DECISION_DAYS,
  auditMoneyYears: AUDIT_MONEY_YEARS,
  auditYears: AUDIT_YEARS,
  captionFixHours: CAPTION_FIX_HOURS,
  captionRepeatDays: CAPTION_REPEAT_DAYS,
  cardCap: formatUsd(CARD_CAP),
  clipFileDays: CLIP_FILE_KEPT_DAYS,
  clipFileDecidedDays: CLIP_FILE_DECIDED_DAYS,
  clipsPerClipper: CLIPS_PER_CLIPPER,
  decisionHours: DECISION_HOURS,
  depositSeasoningDays: DEPOSIT_SEASONING_DAYS,
  deviceDays: DEVICE_DAYS,
  deliveryDays: DELIVERIES_KEPT_DAYS,
  digestHour: String(DIGEST_HOUR_UTC).padStart(2, '0'),
  eventDays: EVENT_DAYS,
  goneGraceDays: GONE_GRACE_DAYS,
  countedUntilDays: COUNTED_UNTIL_DAYS,
  holdDecisionDays: HOLD_DECISION_DAYS,
  holdScore: HOLD_SCORE,
  auditDays: AUDIT_DAYS,
  seenWithinHours: SEEN_WITHIN_HOURS,
  mailDays: MAILS_KEPT_DAYS,
  notificationMonths: NOTIFICATION_READ_MONTHS,
  notificationUnreadMonths: NOTIFICATION_UNREAD_MONTHS,
  passkeyMinutes: PASSKEY_MINUTES,
  pendingSpan: PENDING_SPAN,
  platforms: namesText('and'),
  recheckHours: RECHECK_HOURS,
  refundDays: REFUND_SELF_DAYS,
  refundsMax: REFUNDS_SELF_MAX,
  sessionDays: ABSOLUTE_DAYS,
  sessionIdleDays: IDLE_DAYS,
  supportYears: SUPPORT_YEARS,
  takedownYears: TAKEDOWN_YEARS,
  studioProjectDays: STUDIO_PROJECT_ENDED_DAYS,
  trackingDays: TRACKING_DAYS,
  undoSeconds: UNDO_SECONDS,
  unusedCodeDays: UNUSED_CODE_DAYS,
  unusedUploadDays: UNUSED_UPLOAD_DAYS,
  weeklyPayoutMin: formatUsd(WEEKLY_PAYOUT_MIN),
  webhookDays: WEBHOOK_DELIVERIES_KEPT_DAYS,
  withdrawalDueHours: WITHDRAWAL_DUE_HOURS,
  withdrawalMin: formatUsd(WITHDRAWAL_MIN),
};

type Installation = Pick<
  Config,
  | 'mode'
  | 'simulatorPort'
  | 'platformKeys'
  | 'stripe'
  | 'paypal'
  | 'google'
  | 'discord'
  | 'mail'
  | 'snapshotDays'
  | 'bankDetails'
  | 'transcribeServer'
  | 's3'
  | 'fileBucket'
  | 'backup'
>;

/** Returns all facts that a text may name in double braces, in plain words. */
export function factsOf(config: Installation, operator: Operator): Record<string, string> {
  const fallback = config.mode === 'demo' ? { ...unstated, ...claims } : unstated;
  const own = Object.entries(fallback).map(([name, value]) => [
    `operator.${name}`,
    operator[name as keyof Operator] || value,
  ]);
  const facts = {
    ...rules,
    snapshotDays: config.snapshotDays ?? SNAPSHOT_DAYS,
    payoutMethod: payoutTexts[payoutWay(config)],
    services: services(config),
    // Empty when no host can pay by card.
    cards: simulates(config) || config.stripe ? 'cards' : '',
    // Empty when Discord is not offered.
    discord: simulates(config) || config.discord ? 'Discord' : '',
    // Empty when no YouTube account can be connected, because the statement that YouTube requires would then
    // be untrue.
    youtube: simulates(config) || config.platformKeys.youtube ? platforms.youtube.name : '',
  };
  return Object.fromEntries([...own, ...Object.entries(facts).map(([name, value]) => [name, String(value)])]);
}

/**
 * Facts that are used when the operator has stated nothing. A live system in production does not start
 * without the operator's own.
 */
const unstated: Required<Operator> = {
  name: 'the operator of this installation',
  address: '',
  email: '',
  controller: 'the operator of this installation',
  jurisdiction: 'the country of the operator',
  members: '',
  nextEvent: '',
};

/**
 * The claims that the specification has for /community. A staging or live system claims only facts that its
 * operator states.
 */
const claims = { members: '1,200+', nextEvent: 'Jan 15, 2025' };

/** Returns the way in which payouts are sent, as pages name it. */
export function payoutWay(config: Pick<Config, 'simulatorPort' | 'paypal'>): PayoutWay {
  if (config.paypal) return 'paypal';
  return simulates(config) ? 'simulated' : 'manual';
}

const simulates = ({ simulatorPort }: Pick<Config, 'simulatorPort'>): boolean => simulatorPort !== null;

/** Describes the data that another company's object storage has; null without such a storage. */
function storageService({ s3, fileBucket, backup }: Installation): string | null {
  if (!s3 || isLoopback(new URL(s3.endpoint).hostname)) return null;
  const kept = [
    fileBucket && 'uploaded files',
    fileBucket?.publicEndpoint && 'the address of whoever watches or downloads one',
    backup.folder?.startsWith('s3://') && 'backups of all that we store',
  ].filter(Boolean);
  return `our storage service (${kept.join(', ')})`;
}

/** Lists the recipients of personal data in this configuration. */
function services(config: Installation): string {
  const simulated = simulates(config)
    ? `This is ${config.mode === 'demo' ? 'a demo' : 'a staging system'}: the platforms, and payment services without keys, are simulated on the same machine. `
    : '';
  const transcriber = config.transcribeServer;
  const asked = (Object.keys(platforms) as ConnectablePlatform[]).filter((name) => config.platformKeys[name]);
  const received = [
    ...asked.map(
      (name) =>
        `${platforms[name].name} (which accounts and posts are asked about, by the access that you granted)`,
    ),
    config.stripe && 'Stripe (card payments of hosts: email address, card, amount)',
    config.paypal && 'PayPal (payouts: payment email and amount)',
    config.discord &&
      'Discord (if a host connects a channel: their listings with the host’s name, and once a week the names of the clippers with the most verified views, except clippers who hide their earnings; if you type one of our commands: what you typed and our answer)',
    config.google && 'Google (sign-in with Google, where you choose it)',
    config.bankDetails && 'our bank (transfers of hosts)',
    transcriber &&
      !isLoopback(new URL(transcriber.url).hostname) &&
      'the service that writes down what is said in source videos (their sound)',
    storageService(config),
    'the push service of your browser’s maker, like Google, Mozilla, Apple or Microsoft (where you turn on push: that something is for your browser, encrypted, and when)',
    config.mail.smtpUrl && 'our mail provider (your email address and what we write to you)',
  ].filter((name) => typeof name === 'string');
  return `${simulated}These companies receive what they need for it: ${received.join('; ')}.`;
}
