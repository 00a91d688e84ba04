import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Booked } from './done.ts';
import type { MoneyWorld } from './world.ts';

/** Returns the payment items that PayPal has. */
export async function atPaypal(
  w: MoneyWorld,
): Promise<{ senderItemId: string; state: string; value: string }[]> {
  const reply = await fetch(`${w.simulator.baseUrl}/control/paypal`);
  return (await reply.json()) as { senderItemId: string; state: string; value: string }[];
}

const amountsOf = async (w: MoneyWorld, kind: string): Promise<string[]> => {
  const rows = await w.db
    .selectFrom('ledger_transfers')
    .select(['subject_id', 'amount_micros'])
    .where('kind', '=', kind)
    .execute();
  return rows.map((row) => `${row.subject_id} ${row.amount_micros}`).toSorted();
};

/**
 * Actions that only people perform. The ledger may contain no such transfer that was not acknowledged to its
 * person.
 */
const BY_PEOPLE = ['listing.posted', 'listing.topped_up', 'debt.written_off'];

/** Checks that the ledger contains each acknowledged transfer as often as it was acknowledged. */
export async function expectBooked(w: MoneyWorld, booked: Booked[]): Promise<void> {
  for (const kind of new Set([...BY_PEOPLE, ...booked.map((one) => one.kind)])) {
    const expected = booked
      .filter((one) => one.kind === kind)
      .map(({ subjectId, amountMicros }) => `${subjectId} ${amountMicros}`)
      .toSorted();
    const found = await amountsOf(w, kind);
    if (BY_PEOPLE.includes(kind)) expect(found, kind).toEqual(expected);
    else
      expect(
        expected.filter((one) => !found.includes(one)),
        kind,
      ).toEqual([]);
  }
}

/** After all calls to Stripe and PayPal have ended, checks that the ledger agrees with both. */
export async function expectOutsideAgrees(w: MoneyWorld): Promise<void> {
  const cards = await w.db
    .selectFrom('deposits')
    .select('id')
    .where('rail', '=', 'stripe')
    .where('state', 'not in', ['created', 'failed'])
    .execute();
  expect(cards.map(({ id }) => id).toSorted()).toEqual([...w.paidPages].toSorted());
  const { rows: decided } = await sql<{ decision: string }>`
    select p.deposit_id || ' ' || i.outcome as decision
    from deposit_disputes i join card_payments p on p.payment_intent = i.payment_intent
    where i.outcome is not null`.execute(w.db);
  expect(decided.map(({ decision }) => decision).toSorted()).toEqual(w.decided.toSorted());
  // PayPal deleted these batches after a long time without a query. In reality a person checks at PayPal and
  // records the result.
  const forgotten = await w.db
    .selectFrom('payouts as p')
    .innerJoin('payout_batches as b', 'b.id', 'p.batch_id')
    .select('p.id')
    .where('b.state', '=', 'abandoned')
    .execute();
  const known = ({ id }: { id: string }): boolean => !forgotten.some((one) => one.id === id);
  const items = (await atPaypal(w)).filter(({ senderItemId: id }) => known({ id }));
  const paid = await w.db
    .selectFrom('payouts')
    .select('id')
    .where('rail', '=', 'paypal')
    .where('state', '=', 'paid')
    .execute();
  const arrived = items.filter(({ state }) => state === 'SUCCESS');
  expect(
    paid
      .filter(known)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(arrived.map((item) => item.senderItemId).toSorted());
  expect(new Set(items.map((item) => item.senderItemId)).size).toBe(items.length);
  const cents = arrived.reduce((sum, { value }) => sum + Math.round(Number(value) * 100), 0);
  const { rows } = await sql<{ left: bigint }>`
    select coalesce(sum(case when kind = 'payout.paid' then amount_micros else -amount_micros end), 0)::bigint as left
    from ledger_transfers where kind in ('payout.paid', 'payout.returned')
      and 'clearing_paypal' in (debit_kind, credit_kind)`.execute(w.db);
  expect(rows[0]!.left).toBe(BigInt(cents) * 10_000n);
}
