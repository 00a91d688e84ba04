import type { SuspenseItem, SuspenseRail, SuspenseWay } from '#contract/suspense.ts';

export const railLabels: Record<SuspenseRail, string> = {
  bank: 'Bank',
  manual: 'By hand',
  paypal: 'PayPal',
  stripe: 'Stripe',
  test: 'Test card',
};

export const wayLabels: Record<Exclude<SuspenseWay, 'resend'>, string> = {
  card: 'Refund the card it was paid with',
  send_back: 'Sent back by hand',
  credit: 'Credit a host',
  write_off: 'Write off',
};

export const causeLabels: Record<SuspenseItem['cause'], string> = {
  refund_failed: 'Refund failed',
  payout_failed: 'Payout failed',
  payout_returned: 'Payout came back',
  dispute_won: 'Dispute won',
  budget_freed: 'Budget became free',
  late_deposit: 'Deposit arrived late',
  closed_account: 'Left on a closed account',
  bank_transfer: 'Bank transfer',
  card_payment: 'Card payment of another amount',
  unmatched: 'Not matched',
};
