import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros } from '#contract/money.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { clearing, host, post } from '#server/modules/ledger/ledger.ts';

/** Creates a card deposit that a bank disputes, or with `warned` one that is frozen after a fraud warning. */
export async function testDispute(
  db: Database,
  hostId: AccountId,
  at: Date,
  how: 'disputed' | 'warned' = 'disputed',
): Promise<{ end: (state: 'confirmed' | 'charged_back') => Promise<unknown> }> {
  const id = newId();
  const amount_micros = centsToMicros(10_000);
  await db
    .insertInto('deposits')
    .values({
      id,
      host_id: hostId,
      rail: 'stripe',
      amount_micros,
      state: how === 'disputed' ? 'disputed' : 'confirmed',
      frozen_at: how === 'warned' ? at : null,
      reference: 'Card',
      created_at: at,
      confirmed_at: at,
    })
    .execute();
  const transfers = [
    { debit: clearing('stripe'), credit: host(hostId), amountMicros: amount_micros, subjectId: id },
  ];
  await transact(db, (tx) =>
    post(tx, { key: `deposit:${id}`, kind: 'deposit.confirmed', occurredAt: at, transfers }),
  );
  if (how === 'disputed') await insertDispute(db, id, at);
  return {
    end: async (state) => {
      const outcome = state === 'confirmed' ? 'won' : 'lost';
      await db.updateTable('deposits').set({ state }).where('id', '=', id).execute();
      await db.updateTable('deposit_disputes').set({ outcome, closed_at: at }).where('id', '=', id).execute();
    },
  };
}

/** Inserts a dispute in which the bank questions a payment and has not taken the money. */
async function insertDispute(db: Database, depositId: string, at: Date): Promise<void> {
  const payment = { payment_intent: depositId, deposit_id: depositId, seen_at: at };
  await db.insertInto('card_payments').values(payment).execute();
  const dispute = { id: depositId, payment_intent: depositId, amount_micros: 0n, reason: 'fraudulent' };
  await db
    .insertInto('deposit_disputes')
    .values({ ...dispute, opened_at: at })
    .execute();
}

/** Inserts a hold on a clip's views. Without `toViews`, all views that are not yet released are on hold. */
export async function testHold(
  db: Database,
  submissionId: string,
  at: Date,
  range: { fromViews: number; toViews: number } | null = null,
): Promise<string> {
  const id = newId();
  await db
    .insertInto('fraud_holds')
    .values({
      id,
      submission_id: submissionId,
      state: 'open',
      score: 70,
      reason: 'A step without likes.',
      from_views: BigInt(range?.fromViews ?? 0),
      to_views: range && BigInt(range.toViews),
      opened_at: at,
      decide_by: after(at, 7 * DAY),
    })
    // A clip has one open hold, so a second insert does nothing.
    .onConflict((oc) => oc.column('submission_id').where('state', 'in', ['open', 'escalated']).doNothing())
    .execute();
  return id;
}

/** Decides a hold; the caller chooses the excluded views. */
export async function decideHold(
  db: Database,
  id: string,
  state: 'released' | 'upheld',
  range: { from_views?: bigint; to_views?: bigint } = {},
): Promise<void> {
  const decided = { state, decided_at: sql<Date>`opened_at`, ...range };
  await db.updateTable('fraud_holds').set(decided).where('id', '=', id).execute();
}
