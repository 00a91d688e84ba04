import { payoutTexts } from '#contract/payout-texts.ts';

/** How payouts leave here, as the server wrote on the document; the build has the words of a server without a rail. */
export const payoutText = (): string =>
  payoutTexts[
    !import.meta.env.SSR && document.documentElement.dataset.payouts === 'paypal' ? 'paypal' : 'manual'
  ];
