import type { MemberRole } from '#contract/accounts/accounts.ts';

interface Kind {
  roles: readonly MemberRole[];
  /** A sentence about when the event is sent. */
  meaning: string;
}

const host = ['host'] as const;
const clipper = ['clipper'] as const;
const both = ['host', 'clipper'] as const;

/**
 * The events that an endpoint can subscribe to, with the roles that may. People only receive events about
 * their own clips, listings and money.
 */
export const webhookKinds = {
  'submission.submitted': { roles: both, meaning: 'A clip was submitted.' },
  'submission.approved': { roles: both, meaning: 'A clip was approved, and earns from now on.' },
  'submission.rejected': { roles: both, meaning: 'A clip was rejected.' },
  'submission.withdrawn': { roles: both, meaning: 'A clip was withdrawn by its clipper.' },
  'message.sent': {
    roles: both,
    meaning: 'A message about a clip was written, by you or by the other side.',
  },
  'fraud_hold.open': { roles: both, meaning: 'Views of a clip are held back for review.' },
  'fraud_hold.released': { roles: both, meaning: 'Views that were held back count after all.' },
  'fraud_hold.upheld': { roles: both, meaning: 'Views that were held back are excluded for good.' },
  'appeal.open': { roles: both, meaning: 'An appeal was made.' },
  'appeal.overturned': { roles: both, meaning: 'An appeal was granted.' },
  'appeal.dismissed': { roles: both, meaning: 'An appeal was dismissed.' },
  'listing.posted': { roles: host, meaning: 'One of your listings was posted.' },
  'listing.changed': { roles: host, meaning: 'The terms or the funds of a listing changed.' },
  'listing.topped_up': { roles: host, meaning: 'Budget was added to a listing.' },
  'listing.paused': { roles: host, meaning: 'A listing is paused and accepts no new clips.' },
  'listing.resumed': { roles: host, meaning: 'A paused listing accepts clips again.' },
  'listing.ended': { roles: host, meaning: 'A listing ended.' },
  'listing.settled': {
    roles: host,
    meaning: 'The last clip of a listing is paid, and the remainder is back.',
  },
  'listing.removed': { roles: host, meaning: 'A listing was removed by an admin.' },
  'deposit.confirmed': { roles: host, meaning: 'A deposit arrived and can be spent.' },
  'deposit.failed': { roles: host, meaning: 'A deposit did not arrive.' },
  'deposit.disputed': { roles: host, meaning: 'A card payment was questioned at the bank.' },
  'deposit.charged_back': { roles: host, meaning: 'A card payment was taken back by the bank.' },
  'refund.refunded': { roles: host, meaning: 'A refund left for your card or account.' },
  'refund.refund_failed': { roles: host, meaning: 'A refund could not be paid.' },
  'attestation.confirmed': { roles: clipper, meaning: 'A screenshot of views was confirmed.' },
  'attestation.refused': { roles: clipper, meaning: 'A screenshot of views was refused.' },
  'earnings.released': { roles: clipper, meaning: 'Pending earnings became available.' },
  'payout.requested': { roles: clipper, meaning: 'A payout was asked for.' },
  'payout.processing': { roles: clipper, meaning: 'A payout is on its way.' },
  'payout.paid': { roles: clipper, meaning: 'A payout was paid.' },
  'payout.failed': { roles: clipper, meaning: 'A payout failed; the money is available again.' },
  'payout.canceled': { roles: clipper, meaning: 'A payout was canceled.' },
  'payout.returned': { roles: clipper, meaning: 'A payout was returned; the money is available again.' },
} as const satisfies Record<string, Kind>;

export type WebhookKind = keyof typeof webhookKinds;

export const webhookKindNames = Object.keys(webhookKinds) as [WebhookKind, ...WebhookKind[]];

/** Returns the kinds of events that somebody with this role can choose. */
export const webhookKindsOf = (role: MemberRole): WebhookKind[] =>
  webhookKindNames.filter((kind) => (webhookKinds[kind].roles as readonly MemberRole[]).includes(role));

/** Kind of the test event that a person sends to an endpoint. */
export const WEBHOOK_TEST_KIND = 'webhook.test';
