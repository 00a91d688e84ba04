import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { Micros } from '#contract/money.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { after } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { BANK_REFERENCE_LIVES, CHECKOUT_OPEN, newBankReference } from './rules.ts';

interface Start {
  hostId: AccountId;
  userId: UserId;
  rail: 'bank' | 'stripe';
  amountMicros: Micros;
  now: Date;
}

/**
 * Records an expected deposit. The processor is called only after this is committed, with this deposit's id
 * as idempotency key.
 */
export async function startDeposit(
  tx: Tx,
  { hostId, userId, rail, amountMicros, now }: Start,
): Promise<{ id: string; reference: string }> {
  const id = newId();
  const reference = rail === 'bank' ? newBankReference() : `Card payment ${id.slice(-8)}`;
  await tx
    .insertInto('deposits')
    .values({
      id,
      host_id: hostId,
      rail,
      amount_micros: amountMicros,
      state: 'created',
      reference,
      created_at: now,
      due_at: after(now, rail === 'bank' ? BANK_REFERENCE_LIVES : CHECKOUT_OPEN),
    })
    .execute();
  await writeAudit(tx, actBy('host', userId, now), 'deposit.created', 'deposit', id, { amountMicros, rail });
  return { id, reference };
}
