import type { SuspenseRail, SuspenseWay } from '#contract/suspense.ts';

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
