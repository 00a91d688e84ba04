import type { PayoutRow } from './payouts.ts';

/** How payouts leave, wherever a page says so: by which rail depends on what is configured. */
export const payoutTexts: Record<PayoutRow['rail'], string> = {
  manual:
    'Payouts are processed manually for now. PayPal and bank transfer are coming soon; crypto is planned.',
  paypal: 'Payouts are sent by PayPal. Bank transfer is coming soon; crypto is planned.',
};
