import type { HealthCheck } from '#server/infra/health-check.ts';

/** Reports when hosts have no rail to add funds. */
export const depositCheck = ({ isOpen }: { isOpen: boolean }): HealthCheck => ({
  name: 'Deposits',
  problem: async () => (isOpen ? null : 'Hosts can’t add funds: set the keys of Stripe or BANK_DETAILS.'),
  notice: {
    of: 'payments',
    read: async () => (isOpen ? null : 'Hosts can’t add funds yet.'),
  },
});
