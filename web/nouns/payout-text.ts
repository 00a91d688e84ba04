import { type PayoutWay, payoutTexts } from '#contract/payouts/payout-texts.ts';

/**
 * Returns how this server sends payouts, which an attribute of the document says. Pre-rendered pages assume
 * payouts by hand.
 */
export const payoutWay = (): PayoutWay => {
  const written = import.meta.env.SSR ? undefined : document.documentElement.dataset.payouts;
  return written === 'paypal' || written === 'simulated' ? written : 'manual';
};

export const payoutText = (): string => payoutTexts[payoutWay()];
