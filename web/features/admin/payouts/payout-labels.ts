import type { AdminPayoutRow } from '#contract/payouts.ts';

export const causeLabels: Record<AdminPayoutRow['cause'], string> = {
  withdrawal: 'Withdrawal',
  weekly: 'Weekly payout',
  closing: 'Account closed',
};
