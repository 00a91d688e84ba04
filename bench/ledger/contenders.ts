import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { micros } from '#contract/money.ts';
import type { DB } from '#db/types.ts';
import { newId } from '#server/infra/id.ts';
import { prepared } from '#server/infra/prepared.ts';
import { type Tx, transact } from '#server/infra/transaction.ts';
import {
  clipperAvailable,
  clipperPending,
  type Entry,
  type LedgerAccount,
  listing,
  post,
  postRows,
} from '#server/modules/ledger/ledger.ts';
import { PGLEDGER_LIKE, RAW_FUNCTION } from './baselines.ts';

type Database = Kysely<DB>;
/** Does one unit of work; resolves with its number of transfers. */
export type Work = (db: Database) => Promise<number>;

const ACCOUNTS = 1_000;
const RICH = 1_000_000_000_000n;
const payers = Array.from({ length: ACCOUNTS }, () => newId<AccountId>());
const payees = Array.from({ length: ACCOUNTS }, () => newId<AccountId>());
const hot = newId();
const any = (ids: AccountId[]): AccountId => ids[Math.floor(Math.random() * ids.length)]!;
const at = new Date();

/**
 * Creates a thousand funded accounts, the same for each contender, and a hot account that pays for everything
 * in the last comparison.
 */
export async function arrange(owner: Database): Promise<void> {
  for (const script of [RAW_FUNCTION, PGLEDGER_LIKE]) await sql.raw(script).execute(owner);
  const rich = [...payers, hot];
  await sql`insert into ledger_accounts (kind, owner_id, balance_micros)
    select 'clipper_pending'::ledger_account_kind, unnest(${payers}::uuid[]), ${RICH}::bigint
    union all select 'clipper_available', unnest(${payees}::uuid[]), 0
    union all select 'clipper_pending', unnest(${payees}::uuid[]), 0
    union all select 'listing', ${hot}, ${RICH}::bigint`.execute(owner);
  await sql`insert into raw.accounts select unnest(${[...rich, ...payees]}::uuid[]), ${RICH}::bigint`.execute(
    owner,
  );
  await sql`insert into like_pgledger.accounts (id, name, currency, balance, allow_negative, allow_positive)
    select 'pgla_' || id, id, 'USD', ${RICH}::bigint, false, true
    from unnest(${[...rich, ...payees]}::text[]) as id`.execute(owner);
  await sql`grant usage on schema raw, like_pgledger to permille_app;
    grant all on all tables in schema raw, like_pgledger to permille_app`.execute(owner);
  await sql`analyze`.execute(owner);
}

const entry = (
  kind: Entry['kind'],
  debit: LedgerAccount,
  creditOf: (id: AccountId) => LedgerAccount,
  transfers = 1,
): Entry => ({
  key: newId(),
  kind,
  occurredAt: at,
  transfers: Array.from({ length: transfers }, () => {
    const to = any(payees);
    return { debit, credit: creditOf(to), amountMicros: micros(1n), subjectId: to };
  }),
});

const release = (): Entry => entry('earnings.released', clipperPending(any(payers)), clipperAvailable);

const mustPost = (result: string): number => {
  if (result !== 'posted') throw new Error(`a transfer was ${result}`);
  return 1;
};

/** Makes one statement per transaction, like the calls of the raw function. */
export const ours: Work = async (db) => mustPost(await post(db as Tx, release()));

/** Begins, posts and commits, as a request of the product does. */
export const oursInTransaction: Work = (db) =>
  transact(db, async (tx) => mustPost(await post(tx, release())));

async function callRaw(db: Database, payer: string): Promise<number> {
  const { rows } = await sql<{ result: string }>`${prepared}
    select raw.transfer(${newId()}, ${payer}, ${any(payees)}, 1, ${at}) as result`.execute(db);
  return mustPost(rows[0]!.result);
}

export const raw: Work = (db) => callRaw(db, any(payers));

export const pgledgerLike: Work = async (db) => {
  await sql`${prepared} select id from like_pgledger.transfer(${`pgla_${any(payers)}`}, ${`pgla_${any(payees)}`}, 1)`.execute(
    db,
  );
  return 1;
};

/** Debits one account with all transfers, so each waits for the previous one's flush to disk. */
export const rawHot: Work = (db) => callRaw(db, hot);

const BATCH = 50;
/** Batches fifty transfers of the hot account into one entry, as a single writer. */
export const oursHotBatch: Work = async (db) => {
  mustPost(await post(db as Tx, entry('earnings.accrued', listing(hot), clipperPending, BATCH)));
  return BATCH;
};

const SET = 1_000;
/** Pays as a settlement does: a thousand lines from a query in one entry of the hot account. */
export const oursHotSet: Work = async (db) => {
  const { rows } = await sql<{ result: string }>`${prepared}
    select ${postRows({ id: newId(), kind: 'earnings.accrued', occurredAt: at })} as result
    from (select 'listing' as debit_kind, ${hot}::uuid as debit_owner_id, 'clipper_pending' as credit_kind,
        id as credit_owner_id, 1::bigint as amount_micros, ${hot}::uuid as subject_id
      from unnest(${payees}::uuid[]) id) lines`.execute(db);
  mustPost(rows[0]!.result);
  return SET;
};
