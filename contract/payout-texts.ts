/** How payouts leave an installation: by hand, by PayPal, or in a demo by its simulated PayPal. */
export type PayoutWay = 'manual' | 'paypal' | 'simulated';

const byHand =
  'Payouts are processed manually for now. PayPal and bank transfer are coming soon; crypto is planned.';

/** How payouts leave, wherever a page says so. */
export const payoutTexts: Record<PayoutWay, string> = {
  manual: byHand,
  paypal: 'Payouts are sent by PayPal. Bank transfer is coming soon; crypto is planned.',
  simulated: `${byHand} PayPal is simulated here.`,
};

/** The same beside a withdrawal. */
export const withdrawalTexts: Record<PayoutWay, string> = {
  manual: 'Processed manually for now.',
  paypal: 'Sent by PayPal.',
  simulated: 'Processed manually for now. PayPal is simulated here.',
};
