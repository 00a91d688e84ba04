import { type PayoutWay, payoutTexts } from '#contract/payout-texts.ts';

/** How payouts leave here, as the server wrote on the document; the build has the words of a server without a rail. */
export const payoutWay = (): PayoutWay => {
  const written = import.meta.env.SSR ? undefined : document.documentElement.dataset.payouts;
  return written === 'paypal' || written === 'simulated' ? written : 'manual';
};

export const payoutText = (): string => payoutTexts[payoutWay()];
