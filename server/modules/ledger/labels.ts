import type { LedgerAccountKind } from '#db/types.ts';
import type { MovementKind } from './rules.ts';

/** Accountants' names for the kinds of account. */
export const ACCOUNT_LABELS: Record<LedgerAccountKind, string> = {
  clearing_test: 'Test card',
  clearing_bank: 'Bank',
  clearing_stripe: 'Stripe',
  clearing_paypal: 'PayPal',
  clearing_manual: 'Payouts by hand',
  clipper_owed: 'Owed by clippers',
  platform_loss: 'Losses',
  platform_processor_fees: 'Processor fees',
  host: 'Balances of hosts',
  listing: 'Budget of listings',
  clip_reserved: 'Reserved for clips',
  clipper_pending: 'Pending earnings',
  clipper_available: 'Earnings available',
  payout: 'Payouts on their way',
  platform_rounding: 'Rounding',
  platform_suspense: 'Suspense',
};

/** Returns the label of a kind that was read as text. */
export const movementName = (kind: string): string => MOVEMENT_LABELS[kind as MovementKind] ?? kind;

/** Labels of movements in histories and statements. */
export const MOVEMENT_LABELS: Record<MovementKind, string> = {
  'deposit.confirmed': 'Deposit',
  'deposit.refunded': 'Deposit refunded',
  'deposit.refund_reversed': 'Refund returned',
  'processor.fee': 'Processor fee',
  'dispute.fee': 'Dispute fee',
  'dispute.fee_returned': 'Dispute fee returned',
  'listing.posted': 'Listing posted',
  'listing.topped_up': 'Listing topped up',
  'clip.reserved': 'Reserved for a clip',
  'earnings.accrued': 'Verified views paid',
  'clip.contested': 'Contested, set aside',
  'reservation.ended': 'Reservation ended',
  'counter.fell': 'Views fell',
  'earnings.released': 'Earnings released',
  'payout.started': 'Payout started',
  'payout.paid': 'Payout paid',
  'payout.failed': 'Payout failed',
  'payout.canceled': 'Payout canceled',
  'payout.returned': 'Payout returned',
  'fraud.upheld': 'Fraud upheld',
  'debt.offset': 'Debt paid off',
  'debt.written_off': 'Debt written off',
  chargeback: 'Chargeback',
  'chargeback.reversed': 'Chargeback returned',
  'loss.covered': 'Loss covered',
  'listing.settled': 'Listing returned',
  'account.closed': 'Account closed',
  'suspense.received': 'Moved to suspense',
  'suspense.reclaimed': 'Taken out of suspense',
  'suspense.sent_back': 'Sent back from suspense',
  'suspense.written_off': 'Written off from suspense',
};
