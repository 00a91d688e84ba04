/** The ways in which an installation sends payouts: by hand, by PayPal, or by a demo's simulated PayPal. */
export type PayoutWay = 'manual' | 'paypal' | 'simulated';

const byHand =
  'Payouts are processed manually for now. PayPal and bank transfer are coming soon; crypto is planned.';

/** Sentence about how payouts are sent, for every page that mentions it. */
export const payoutTexts: Record<PayoutWay, string> = {
  manual: byHand,
  paypal: 'Payouts are sent by PayPal. Bank transfer is coming soon; crypto is planned.',
  simulated: `${byHand} PayPal is simulated here.`,
};

/** The sentence beside a withdrawal. */
export const withdrawalTexts: Record<PayoutWay, string> = {
  manual: 'Processed manually for now.',
  paypal: 'Sent by PayPal.',
  simulated: 'Processed manually for now. PayPal is simulated here.',
};
