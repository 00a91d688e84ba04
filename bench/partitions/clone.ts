import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** Schemas with copies of the ledger's transfers and functions, separate from the product's own. */
export type Shape = 'flat' | 'parted';

const MONTHS = 27;
const FIRST = '2025-01-01';

const partitions = (months: number): string =>
  Array.from(
    { length: months },
    (_, i) => `create table parted.m${i} partition of parted.ledger_transfers
      for values from ('${FIRST}'::timestamptz + interval '${i} months') to ('${FIRST}'::timestamptz + interval '${i + 1} months');`,
  ).join('\n');

const TABLES = `
  create schema flat;
  create table flat.ledger_transfers (like public.ledger_transfers including all);
  create schema parted;
  create table parted.ledger_transfers (like public.ledger_transfers including defaults including constraints)
    partition by range (occurred_at);
  alter table parted.ledger_transfers add primary key (entry_id, line, occurred_at);
  create index on parted.ledger_transfers (debit_owner_id, debit_kind, occurred_at desc);
  create index on parted.ledger_transfers (credit_owner_id, credit_kind, occurred_at desc);
  create table parted.elsewhen partition of parted.ledger_transfers default;`;

/**
 * Creates one plain table, and one with 27 monthly partitions and a default. The same functions write to
 * both.
 */
export async function arrangeShapes(owner: Kysely<DB>): Promise<void> {
  await sql.raw(`set time zone 'UTC'; ${TABLES} ${partitions(MONTHS)}`).execute(owner);
  for (const shape of ['flat', 'parted'] satisfies Shape[]) {
    const { rows } = await sql<{ text: string }>`
      select pg_get_functiondef(p.oid) as text from pg_proc p
      where p.proname in ('ledger_post', 'ledger_transfer') and p.pronamespace = 'public'::regnamespace`.execute(
      owner,
    );
    for (const { text } of rows) {
      const there = text
        .replace('FUNCTION public.', `FUNCTION ${shape}.`)
        .replace(/SET search_path TO [^\n]+/, `SET search_path TO ${shape}, public, pg_temp`);
      await sql.raw(there).execute(owner);
    }
    await sql
      .raw(`grant usage on schema ${shape} to permille_app; grant select on all tables in schema ${shape} to permille_app;
      grant execute on all functions in schema ${shape} to permille_app`)
      .execute(owner);
  }
}

/** Inserts two years of transfers, identical in both tables. */
export async function fillShapes(
  owner: Kysely<DB>,
  transfers: number,
  payers: string[],
  payees: string[],
): Promise<void> {
  await sql`insert into flat.ledger_transfers
    select md5('e' || (g / 50))::uuid, g % 50, 'earnings.released', 'clipper_pending'::ledger_account_kind, (${payers}::uuid[])[1 + g % ${payers.length}::int],
      'clipper_available'::ledger_account_kind, (${payees}::uuid[])[1 + (g::bigint * 7919 % ${payees.length}::int)::int], 5, md5('s' || g)::uuid,
      timestamptz '2025-01-01' + g * (interval '690 days' / ${transfers}::int)
    from generate_series(1, ${transfers}::int) g`.execute(owner);
  await sql`insert into parted.ledger_transfers select * from flat.ledger_transfers`.execute(owner);
  await sql`vacuum analyze flat.ledger_transfers`.execute(owner);
  await sql`vacuum analyze parted.ledger_transfers`.execute(owner);
}
