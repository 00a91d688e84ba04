import type { UserId } from '#contract/accounts/ids.ts';
import { formatUsd, type Micros } from '#contract/money.ts';
import { idOf } from '#server/infra/id.ts';
import { decideMoneyAct } from '#server/infra/money-act.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { openSuspense } from './hold.ts';
import { isTransferKnown } from './queries.ts';

interface Arrival {
  /** The transfer's own reference, from the bank's statement. */
  reference: string;
  /** Whole cents, above zero. */
  amountMicros: Micros;
  adminId: UserId;
  now: Date;
}

/**
 * Records a bank transfer that names no deposit. The money waits in suspense. For a large amount, two admins
 * must enter the same transfer.
 */
export async function recordTransfer(
  tx: Tx,
  { reference, amountMicros, adminId, now }: Arrival,
): Promise<Outcome<{ id: string }, 'bank_reference_used' | 'second_admin_needed'>> {
  const found = { cause: 'bank_transfer', rail: 'bank', reference, amountMicros } as const;
  const by = { actorId: adminId, actorKind: 'admin' } as const;
  const known = await isTransferKnown(tx, reference);
  const id = known ? null : await openSuspense(tx, found, by, now);
  if (!id) return refuse('bank_reference_used', { field: 'bankReference' });
  const alone = await decideMoneyAct(tx, {
    kind: 'suspense.received',
    // While only one admin has agreed, the item is rolled back, so both approvals refer to the reference.
    subjectId: idOf(reference),
    adminId,
    shares: [{ accountId: null, amountMicros }],
    terms: { bankReference: reference, amountMicros },
    summary: `a bank transfer of ${formatUsd(amountMicros)} with the reference ${reference} has arrived, and nobody knows whose it is.`,
    now,
  });
  return alone ?? { id };
}
