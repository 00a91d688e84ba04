import { type Micros, micros } from '#contract/money.ts';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { host, post, suspense } from '#server/modules/ledger/ledger.ts';
import type { CreditHost } from '#server/modules/suspense/suspense.ts';
import { auditConfirmed, sendReceipt } from './confirm.ts';
import { findDeposit } from './find-deposit.ts';
import { bookedRefunds, moveRefund } from './move-refund.ts';
import { auditRefund } from './refund.ts';

/**
 * Credits suspense money to a host as a confirmed deposit, which pays for listings and can be refunded like
 * any other. An admin sends a refund of it by hand, as with a bank transfer.
 */
export const creditFromSuspense: CreditHost = async (
  tx,
  { hostId, itemId, amountMicros, rail: at, adminId, now },
) => {
  const id = newId();
  const rail = at === 'test' ? ('test' as const) : ('bank' as const);
  const reference = `Credit ${itemId}`;
  const row = { id, host_id: hostId, rail, amount_micros: amountMicros, reference };
  await tx
    .insertInto('deposits')
    .values({ ...row, state: 'confirmed', created_at: now, confirmed_at: now })
    .execute();
  const posted = await post(tx, {
    key: `deposit:${id}`,
    kind: 'deposit.confirmed',
    occurredAt: now,
    transfers: [{ debit: suspense, credit: host(hostId), amountMicros, subjectId: id }],
  });
  if (posted !== 'posted') throw new Error(`deposit ${id} was not posted: ${posted}`);
  const deposit = { id, hostId, rail, amountMicros };
  await auditConfirmed(tx, deposit, { at: now, actorId: adminId, actorKind: 'admin' }, { suspense: itemId });
  await sendReceipt(tx, { ...deposit, reference }, now);
  return id;
};

/**
 * Returns a payment to the card of a host who has left. The caller has moved the money from suspense to the
 * host's balance in this transaction. Returns false if the subject is no confirmed card payment, or if less
 * than the amount can still be refunded.
 */
export async function refundFromSuspense(
  tx: Tx,
  { subjectId: depositId, amountMicros }: { subjectId: string; amountMicros: Micros },
  { adminId, now }: { adminId: string; now: Date },
): Promise<boolean> {
  const deposit = await findDeposit(tx, depositId);
  if (deposit?.rail !== 'stripe' || deposit.state !== 'confirmed') return false;
  const left = micros(deposit.amountMicros - (await bookedRefunds(tx, depositId)));
  if (amountMicros > left) return false;
  const id = newId();
  const row = { id, deposit_id: depositId, amount_micros: amountMicros, cause: 'request' } as const;
  await tx
    .insertInto('deposit_refunds')
    .values({ ...row, state: 'refunding', created_at: now, due_at: now })
    .execute();
  const by = { actorId: adminId, actorKind: 'admin' } as const;
  await auditRefund(tx, { id, action: 'refund.started', by, depositId, amountMicros, now });
  await moveRefund(tx, { id, depositId, rail: 'stripe', hostId: deposit.hostId, amountMicros, now });
  return true;
}
