import type { AccountId } from '#contract/accounts/ids.ts';
import { micros } from '#contract/money.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { host, post, suspense } from '#server/modules/ledger/ledger.ts';
import {
  type Act,
  endCredited,
  lockForCredit,
  type OpenItem,
  reclaimForCardRefund,
} from '#server/modules/suspense/suspense.ts';
import { auditConfirmed, sendReceipt } from './confirm.ts';
import { findDeposit } from './find-deposit.ts';
import { bookedRefunds, moveRefund } from './move-refund.ts';
import { auditRefund } from './refund.ts';

type Refused = 'not_found' | 'suspense_resolved' | 'second_admin_needed' | 'own_money';

/**
 * Credits money in suspense to the host to whom it belongs. It becomes the host's deposit, which can be spent
 * and refunded like any other; an admin sends a refund of it by hand, as with a bank transfer.
 */
export async function creditFromSuspense(
  tx: Tx,
  act: Act,
  username: string,
): Promise<Outcome<null, Refused | 'suspense_is_earned' | 'suspense_no_host'>> {
  const crediting = await lockForCredit(tx, act, username);
  if (isRefusal(crediting)) return crediting;
  const depositId = await addDeposit(tx, act, crediting);
  return await endCredited(tx, act, { ...crediting, depositId });
}

async function addDeposit(
  tx: Tx,
  { adminId, now }: Act,
  { item, hostId }: { item: OpenItem; hostId: AccountId },
): Promise<string> {
  const { id: itemId, amountMicros, rail: at } = item;
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
}

/**
 * Sends money in suspense back to the card of the host who paid it and has left. Refuses it if no card paid
 * it, or if less than the amount can still be refunded to that card.
 */
export async function refundFromSuspense(
  tx: Tx,
  act: Act,
): Promise<Outcome<null, Refused | 'suspense_no_card'>> {
  const item = await reclaimForCardRefund(tx, act);
  if (isRefusal(item)) return item;
  return (await startCardRefund(tx, act, item)) ? null : refuse('suspense_no_card');
}

/** Returns false if the item is of no confirmed card payment, or if less than its amount can be refunded. */
async function startCardRefund(
  tx: Tx,
  { adminId, now }: Act,
  { subjectId: depositId, amountMicros }: OpenItem,
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
