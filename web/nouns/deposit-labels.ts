import type { DepositDispute, DepositRail, HostDeposit } from '#contract/deposits/deposits.ts';
import { formatUsd } from '#contract/money.ts';
import type { Tone } from '#web/ui/pages/badge.tsx';

export const paidBy: Record<DepositRail, string> = {
  test: 'Test card',
  bank: 'Bank transfer',
  stripe: 'Card',
};

type Standing = Pick<
  HostDeposit,
  | 'state'
  | 'pending'
  | 'rail'
  | 'payable'
  | 'frozen'
  | 'refundState'
  | 'refundMicros'
  | 'amountMicros'
  | 'refundedMicros'
>;

/** Returns the label and colour of a deposit's status. If a refund exists, its status is used instead. */
export function standingOf(row: Standing): { tone: Tone; text: string } {
  if (row.state === 'disputed') return { tone: 'red', text: 'In dispute' };
  if (row.state === 'charged_back') return { tone: 'red', text: 'Charged back' };
  if (row.state === 'failed') return { tone: 'red', text: 'Failed' };
  if (row.state === 'created') {
    if (row.pending) return { tone: 'blue', text: 'Processing' };
    if (row.rail === 'bank') return { tone: 'yellow', text: 'Awaiting transfer' };
    return { tone: 'yellow', text: row.payable ? 'Not paid yet' : 'Being checked' };
  }
  if (row.frozen) return { tone: 'yellow', text: 'Frozen' };
  if (row.refundState === 'requested') return { tone: 'yellow', text: 'Refund requested' };
  if (row.refundState === 'refunding') return { tone: 'blue', text: 'Refunding' };
  if (row.refundState === 'refund_failed') return { tone: 'red', text: 'Refund failed' };
  if (row.refundedMicros > 0n) {
    const all = row.refundedMicros === row.amountMicros;
    return { tone: 'grey', text: all ? 'Refunded' : 'Refunded in part' };
  }
  return { tone: 'green', text: 'Completed' };
}

const disputeReasons: Readonly<Record<string, string>> = {
  duplicate: 'says that the same payment was made twice',
  fraudulent: 'says that they did not make this payment',
  insufficient_funds: 'had too little money for this payment',
  unrecognized: 'does not recognise this payment',
};

/** Returns the cardholder's claim as a sentence, from the processor's reason code. */
export const disputeText = ({ reason }: Pick<DepositDispute, 'reason'>): string =>
  `The owner of the card or account ${disputeReasons[reason] ?? 'asked the bank to take this payment back'}.`;

/** Returns an explanation below the label, or null if the label is enough. */
export function detailOf(
  row: Standing & Pick<HostDeposit, 'failure' | 'refundFailure' | 'dispute'>,
): string | null {
  if (row.failure) return row.failure;
  if (row.dispute && (row.state === 'disputed' || row.state === 'charged_back'))
    return disputeText(row.dispute);
  if (row.refundState === 'refund_failed') return 'The money is on the balance again.';
  if (row.refundState === 'declined') return `Refund declined: ${row.refundFailure}`;
  if (row.refundMicros !== null && row.refundState !== 'refunded') return formatUsd(row.refundMicros);
  return row.refundedMicros > 0n ? `${formatUsd(row.refundedMicros)} went back` : null;
}
