/** The method by which a server sends payouts: by hand, PayPal, or a demo's simulated PayPal. */
export type PayoutWay = 'manual' | 'paypal' | 'simulated';

const byHand =
  'Payouts are processed manually for now. PayPal and bank transfer are coming soon; crypto is planned.';

/** The sentence with which pages explain how payouts are sent. */
export const payoutTexts: Record<PayoutWay, string> = {
  manual: byHand,
  paypal: 'Payouts are sent by PayPal. Bank transfer is coming soon; crypto is planned.',
  simulated: `${byHand} PayPal is simulated here.`,
};

/** The sentence shown beside a withdrawal, for each way in which a server sends payouts. */
export const withdrawalTexts: Record<PayoutWay, string> = {
  manual: 'Processed manually for now.',
  paypal: 'Sent by PayPal.',
  simulated: 'Processed manually for now. PayPal is simulated here.',
};
