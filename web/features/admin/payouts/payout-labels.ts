import type { AdminPayoutRow } from '#contract/payouts/payouts.ts';

export const causeLabels: Record<AdminPayoutRow['cause'], string> = {
  withdrawal: 'Withdrawal',
  weekly: 'Weekly payout',
  closing: 'Account closed',
};
