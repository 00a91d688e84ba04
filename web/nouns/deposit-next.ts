import type { HostDeposit } from '#contract/deposits/deposits.ts';
import { BANK_REFERENCE_DAYS } from '#contract/limits.ts';

const DAY_MS = 86_400_000;

type Row = Pick<
  HostDeposit,
  | 'state'
  | 'pending'
  | 'rail'
  | 'payable'
  | 'frozen'
  | 'createdAt'
  | 'refundState'
  | 'refundAskedAt'
  | 'dispute'
>;

interface Next {
  what: string;
  by?: Date;
  since?: Date;
  who: string;
}

/** Names of the people who act, as the host and as an admin read them. */
const names = {
  host: { host: 'you', admin: 'our team', confirms: 'our team confirms it', bank: 'your bank' },
  admin: {
    host: 'the host',
    admin: 'you or another admin',
    confirms: 'you or another admin confirm it',
    bank: "the host's bank",
  },
};

export type DepositReader = keyof typeof names;

/**
 * Returns the next event of a deposit or of its refund, with its deadline or since when it waits, and who has
 * to act. Null if nothing more will happen.
 */
export function nextOfDeposit(row: Row, reader: DepositReader, now: Date): Next | null {
  const who = names[reader];
  if (row.state === 'disputed') {
    const { evidenceDueAt: by, hasEvidence } = row.dispute ?? {};
    return by && by > now && !hasEvidence
      ? {
          what: reader === 'admin' ? 'Submit evidence' : 'We submit evidence to the bank',
          by,
          who: who.admin,
        }
      : { what: 'The dispute is decided', who: who.bank };
  }
  if (row.frozen) return { what: 'The freeze of the balance is reviewed', who: who.admin };
  if (row.state === 'created') return nextOfUnpaid(row, who);
  if (row.state !== 'confirmed') return null;
  if (row.refundState === 'requested') {
    const since = row.refundAskedAt;
    return { what: 'The refund waits for a decision', who: who.admin, ...(since ? { since } : {}) };
  }
  if (row.refundState !== 'refunding') return null;
  return row.rail === 'bank'
    ? { what: 'The refund is sent by bank transfer', who: who.admin }
    : { what: 'The refund arrives; a bank can take up to 10 days to show it', who: 'the card processor' };
}

function nextOfUnpaid({ rail, pending, payable, createdAt }: Row, who: (typeof names)['host']): Next {
  if (pending) return { what: 'The payment is confirmed or refused within a few days', who: who.bank };
  if (rail === 'bank') {
    const by = new Date(createdAt.getTime() + BANK_REFERENCE_DAYS * DAY_MS);
    return { what: 'The transfer has to arrive', by, who: who.confirms };
  }
  return payable
    ? { what: 'The payment has to be finished', who: who.host }
    : { what: 'The card processor is asked whether it was paid', who: 'Permille' };
}
