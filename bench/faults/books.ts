import { sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { without } from '#server/testing/books/booked.ts';
import { type BenchRow, none } from '../result.ts';
import type { People } from './people.ts';

/** Returns every effect in the ledger of these users, in the intentions' format. */
async function linesIn(db: Database, { hosts, clippers }: People): Promise<string[]> {
  const hostIds = hosts.map(({ userId }) => userId);
  const clipperIds = clippers.map(({ userId }) => userId);
  const clipIds = clippers.map(({ clipId }) => clipId);
  const { rows } = await sql<{ what: string; id: string; amount: bigint }>`
    select 'deposit' as what, t.subject_id as id, t.amount_micros as amount from ledger_transfers t
      join deposits d on d.id = t.subject_id
      where t.kind = 'deposit.confirmed' and t.credit_owner_id = any(${hostIds}::uuid[])
    union all
    select case t.kind when 'listing.posted' then 'listing' else 'top-up' end, t.subject_id, t.amount_micros
      from ledger_transfers t
      where t.kind in ('listing.posted', 'listing.topped_up') and t.debit_owner_id = any(${hostIds}::uuid[])
    union all
    select 'refund', r.deposit_id, r.amount_micros from deposit_refunds r join deposits d on d.id = r.deposit_id
      where d.host_id = any(${hostIds}::uuid[])
    union all
    select 'withdrawal', t.subject_id, t.amount_micros from ledger_transfers t join payouts p on p.id = t.subject_id
      where t.kind = 'payout.started' and p.cause = 'withdrawal' and p.clipper_id = any(${clipperIds}::uuid[])
    union all
    select 'fraud', t.subject_id, sum(t.amount_micros)::bigint from ledger_transfers t
      where t.kind = 'fraud.upheld' and t.subject_id = any(${clipIds}::uuid[])
      group by t.entry_id, t.subject_id`.execute(db);
  return rows.map(({ what, id, amount }) => `${what} ${id} ${amount}`);
}

export interface Findings {
  /** Effects that were acknowledged and are not in the ledger. */
  lost: string[];
  /** Effects that are in the ledger more often than acknowledged. */
  twice: string[];
  /** Payouts whose state differs between PayPal and the ledger. */
  outside: string[];
  /** Violated invariants of the ledger. */
  broken: string[];
}

/** Returns a row for each kind of finding; all must be empty. */
export const findingRows = ({ lost, twice, outside, broken }: Findings): BenchRow[] => [
  none('acknowledged and lost', lost),
  none('done twice', twice),
  none('payouts that PayPal disagrees on', outside),
  none('broken invariants', broken),
];

/** Compares the ledger with the acknowledged effects and with PayPal's payments. */
export async function audit(
  db: Database,
  people: People,
  acknowledged: string[],
  atPaypal: { senderItemId: string; state: string }[],
): Promise<Findings> {
  const found = await linesIn(db, people);
  const { invariants } = await reconcile(db);
  const payouts = await db
    .selectFrom('payouts')
    .select(['id', 'rail', 'state'])
    .where(
      'clipper_id',
      'in',
      people.clippers.map(({ accountId }) => accountId),
    )
    .execute();
  // PayPal also pays the demo's users, who are not part of this run.
  const theirs = new Set(payouts.map(({ id }) => id));
  const arrived = atPaypal
    .filter(({ state, senderItemId }) => state === 'SUCCESS' && theirs.has(senderItemId))
    .map((item) => item.senderItemId);
  const ours = payouts.filter(({ rail, state }) => rail === 'paypal' && state === 'paid').map(({ id }) => id);
  return {
    lost: without(acknowledged, found),
    twice: without(found, acknowledged),
    outside: [...without(arrived, ours), ...without(ours, arrived)],
    broken: invariants.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`),
  };
}
