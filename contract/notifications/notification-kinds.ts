import type { NotificationTopic } from './notification-topics.ts';

/**
 * All kinds of notifications ("noun.verb"), grouped by topic. People choose channels and timing per topic.
 */
const kindsOf = {
  submissions: [
    'submission.submitted',
    'submission.approved_for_host',
    'submission.escalated_for_host',
    'fraud_hold.opened_for_host',
    'fraud_hold.escalated_for_host',
    'fraud_hold.released_for_host',
    'appeal.escalated_for_host',
    'listing.appeal_opened',
    'listing.appeal_decided',
    'listing.clip_reviewed',
    'listing.clip_caption_check_failed',
    'listing.clip_caption_check_overdue',
    'listing.clip_caption_check_passed',
  ],
  decisions: [
    'submission.approved',
    'submission.rejected',
    'submission.escalated',
    'submission.closed',
    'submission.listing_removed',
  ],
  verification: [
    'submission.unreadable',
    'submission.gone',
    'submission.caption_check_failed',
    'submission.caption_check_overdue',
    'submission.caption_check_passed',
    'submission.attestation_counted',
    'submission.attestation_refused',
    'submission.views_proven',
    'submission.proof_refused',
    'fraud_hold.opened',
    'fraud_hold.audit',
    'fraud_hold.escalated',
    'fraud_hold.released',
    'fraud_hold.upheld',
    'fraud_hold.fraud_upheld',
    'appeal.escalated',
    'appeal.overturned',
    'appeal.dismissed',
  ],
  money: [
    'submission.budget_spent',
    'payout.requested',
    'payout.waits',
    'payout.late',
    'payout.paid',
    'payout.unclaimed',
    'payout.failed',
    'payout.canceled',
    'payout.returned',
    'payout.debt_written_off',
    'deposit.confirmed',
    'deposit.differs',
    'deposit.failed',
    'deposit.frozen',
    'deposit.disputed',
    'deposit.charged_back',
    'deposit.dispute_won',
    'deposit.clips_disputed',
    'deposit.clips_charged_back',
    'deposit.clips_confirmed',
    'refund.refunded',
    'refund.failed',
    'refund.declined',
  ],
  statements: ['statement.drawn'],
  listings: [
    'listing.exhausted',
    'listing.resumed',
    'listing.ended',
    'listing.settled',
    'listing.remainder_returned',
    'listing.removed',
  ],
  new_listings: ['new_listing.of_host', 'new_listing.of_search'],
  connections: [
    'connection.added_by_code',
    'connection.code_missing',
    'connection.dead',
    'connection.erased',
    'connection.analytics_ended',
  ],
  messages: ['message.received', 'invitation.sent'],
  other: ['mail.suppressed', 'webhook.added', 'webhook.failing', 'webhook.turned_off', 'discord.linked'],
} as const satisfies Record<NotificationTopic, readonly string[]>;

export type NotificationKind = (typeof kindsOf)[NotificationTopic][number];

const topics = new Map<string, NotificationTopic>(
  Object.entries(kindsOf).flatMap(([topic, kinds]) =>
    kinds.map((kind) => [kind, topic as NotificationTopic]),
  ),
);

/** Returns the topic of a kind, or "other" for a kind that only an earlier release wrote. */
export const topicOf = (kind: string): NotificationTopic => topics.get(kind) ?? 'other';
