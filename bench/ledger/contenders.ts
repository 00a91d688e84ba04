import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { micros } from '#contract/money.ts';
import type { DB } from '#db/types.ts';
import { newId } from '#server/infra/id.ts';
import { type Tx, transact } from '#server/infra/transaction.ts';
import { type Entry, host, listing, post } from '#server/modules/ledger/ledger.ts';
import { PGLEDGER_LIKE, RAW_FUNCTION } from './baselines.ts';

type Database = Kysely<DB>;
/** One piece of work; resolves with the number of transfers it made. */
export type Work = (db: Database) => Promise<number>;

const ACCOUNTS = 1_000;
const RICH = 1_000_000_000_000n;
const hosts = Array.from({ length: ACCOUNTS }, () => newId());
const listings = Array.from({ length: ACCOUNTS }, () => newId());
const hot = newId();
const any = (ids: string[]): string => ids[Math.floor(Math.random() * ids.length)]!;
const at = new Date();

/** The same thousand rich accounts for each contender; one more, hot, pays for everything in the last comparison. */
export async function arrange(owner: Database): Promise<void> {
  for (const script of [RAW_FUNCTION, PGLEDGER_LIKE]) await sql.raw(script).execute(owner);
  const rich = [...hosts, hot];
  await sql`insert into ledger_accounts (kind, owner_id, balance_micros)
    select 'host'::ledger_account_kind, unnest(${rich}::uuid[]), ${RICH}::bigint
    union all select 'listing'::ledger_account_kind, unnest(${listings}::uuid[]), 0`.execute(owner);
  await sql`insert into raw.accounts select unnest(${[...rich, ...listings]}::uuid[]), ${RICH}::bigint`.execute(
    owner,
  );
  await sql`insert into like_pgledger.accounts (id, name, currency, balance, allow_negative, allow_positive)
    select 'pgla_' || id, id, 'USD', ${RICH}::bigint, false, true
    from unnest(${[...rich, ...listings]}::text[]) as id`.execute(owner);
  await sql`grant usage on schema raw, like_pgledger to permille_app;
    grant all on all tables in schema raw, like_pgledger to permille_app`.execute(owner);
  await sql`analyze`.execute(owner);
}

function entry(payer: string, transfers: number): Entry {
  return {
    key: newId(),
    kind: 'listing.posted',
    occurredAt: at,
    transfers: Array.from({ length: transfers }, () => {
      const to = any(listings);
      return { debit: host(payer), credit: listing(to), amountMicros: micros(1n), subjectId: to };
    }),
  };
}

const mustPost = (result: string): number => {
  if (result !== 'posted') throw new Error(`a transfer was ${result}`);
  return 1;
};

/** One statement is one transaction: as the raw function is called. */
export const ours: Work = async (db) => mustPost(await post(db as Tx, entry(any(hosts), 1)));

/** As a request of the product does it: begin, post, commit. */
export const oursInTransaction: Work = (db) =>
  transact(db, async (tx) => mustPost(await post(tx, entry(any(hosts), 1))));

async function callRaw(db: Database, payer: string): Promise<number> {
  const { rows } = await sql<{ result: string }>`
    select raw.transfer(${newId()}, ${payer}, ${any(listings)}, 1, ${at}) as result`.execute(db);
  return mustPost(rows[0]!.result);
}

export const raw: Work = (db) => callRaw(db, any(hosts));

export const pgledgerLike: Work = async (db) => {
  await sql`select id from like_pgledger.transfer(${`pgla_${any(hosts)}`}, ${`pgla_${any(listings)}`}, 1)`.execute(
    db,
  );
  return 1;
};

/** All debit one account: each waits for the one before, through its flush to disk. */
export const rawHot: Work = (db) => callRaw(db, hot);

const BATCH = 50;
/** One writer that gathers: fifty transfers of the hot account in one entry. */
export const oursHotBatch: Work = async (db) => {
  mustPost(await post(db as Tx, entry(hot, BATCH)));
  return BATCH;
};
