import { type PayoutWay, payoutTexts } from '#contract/payouts/payout-texts.ts';

/**
 * The way in which this server sends payouts, from an attribute of the document; pre-rendered pages assume
 * payouts by hand.
 */
export const payoutWay = (): PayoutWay => {
  const written = import.meta.env.SSR ? undefined : document.documentElement.dataset.payouts;
  return written === 'paypal' || written === 'simulated' ? written : 'manual';
};

export const payoutText = (): string => payoutTexts[payoutWay()];
