import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import type { DB } from '#db/types.ts';
import { createDatabase } from '#server/infra/db.ts';
import { newId } from '#server/infra/id.ts';
import { arrangeShapes, fillShapes, type Shape } from './partitions/clone.ts';
import { type Bench, type BenchRow, round, row } from './result.ts';

const ROUNDS = 7;
const SECONDS = 1.5;
const TRANSFERS = 1_000_000;
const ACCOUNTS = 20_000;
const payers = Array.from({ length: ACCOUNTS }, () => newId());
const payees = Array.from({ length: ACCOUNTS }, () => newId());
const any = (ids: string[]): string => ids[Math.floor(Math.random() * ids.length)]!;
const hash = createHash('sha256').update('x').digest();

type Work = (db: Kysely<DB>, shape: Shape) => Promise<number>;

const one: Work = async (db, shape) => {
  await sql`/* prepared */ select ${sql.raw(shape)}.ledger_transfer(${newId()}, ${newId()}, ${hash}, 'hold.over', ${new Date()},
    'clipper_held', ${any(payers)}, 'clipper_available', ${any(payees)}, 1, ${newId()})`.execute(db);
  return 1;
};

const many =
  (lines: number): Work =>
  async (db, shape) => {
    await sql`/* prepared */ select ${sql.raw(shape)}.ledger_post(${newId()}, ${newId()}, ${hash}, 'hold.over', ${new Date()},
      array_fill('clipper_held'::ledger_account_kind, array[${lines}::int]), array_agg(p), array_fill('clipper_available'::ledger_account_kind, array[${lines}::int]),
      array_agg(q), array_fill(1::bigint, array[${lines}::int]), array_agg(q))
      from (select (${payers.slice(0, 5_000)}::uuid[])[1 + (random() * 4998)::int] as p,
        (${payees.slice(0, 5_000)}::uuid[])[1 + (random() * 4998)::int] as q from generate_series(1, ${lines}::int)) x`.execute(
      db,
    );
    return lines;
  };

/** The newest twenty movements of an account, as every history page asks. */
const page: Work = async (db, shape) => {
  const id = any(payees);
  const table = sql.raw(`${shape}.ledger_transfers`);
  await sql`/* prepared */ (select * from ${table} where credit_owner_id = ${id} and credit_kind = 'clipper_available'
      order by occurred_at desc, entry_id desc, line desc limit 21)
    union all (select * from ${table} where debit_owner_id = ${id} and debit_kind = 'clipper_available'
      order by occurred_at desc, entry_id desc, line desc limit 21)
    order by occurred_at desc, entry_id desc, line desc limit 21`.execute(db);
  return 1;
};

/** All that an account ever received: what totals ask. */
const total: Work = async (db, shape) => {
  await sql`select coalesce(sum(amount_micros), 0)::bigint from ${sql.raw(`${shape}.ledger_transfers`)}
    where credit_owner_id = ${any(payees)} and credit_kind = 'clipper_available'`.execute(db);
  return 1;
};

async function rate(db: Kysely<DB>, clients: number, work: Work, shape: Shape): Promise<number> {
  const started = performance.now();
  const end = started + SECONDS * 1_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        const made = await work(db, shape);
        done += made;
      }
    }),
  );
  return done / ((performance.now() - started) / 1_000);
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function compare(db: Kysely<DB>, name: string, clients: number, work: Work): Promise<BenchRow> {
  const seen: Record<Shape, number[]> = { flat: [], parted: [] };
  for (let turn = 0; turn <= ROUNDS; turn++) {
    for (const shape of turn % 2 ? (['flat', 'parted'] as const) : (['parted', 'flat'] as const)) {
      const measured = await rate(db, clients, work, shape);
      if (turn > 0) seen[shape].push(measured);
    }
  }
  const spread = `${round(Math.min(...seen.parted))}-${round(Math.max(...seen.parted))} against ${round(Math.min(...seen.flat))}-${round(Math.max(...seen.flat))}`;
  return row({
    name: `${name} (${spread})`,
    value: round(median(seen.parted)),
    unit: '1/s',
    baseline: round(median(seen.flat)),
    target: round(0.95 * median(seen.flat)),
    lowerIsBetter: false,
  });
}

/** What transfers in months cost and give, against one table with the same rows. */
export const bench: Bench = async () => {
  const cluster = await startEmbedded({});
  try {
    const { appUrl } = await migrate(cluster);
    const owner = createDatabase(cluster.ownerUrl, { max: 1 });
    await arrangeShapes(owner.db);
    await sql`insert into ledger_accounts select 'clipper_held'::ledger_account_kind, unnest(${payers}::uuid[]), 1000000000000
      union all select 'clipper_available'::ledger_account_kind, unnest(${payees}::uuid[]), 0`.execute(
      owner.db,
    );
    await fillShapes(owner.db, TRANSFERS, payers, payees);
    await owner.close();
    const { db, close } = createDatabase(appUrl, { max: 8 });
    const rows = [
      await compare(db, 'post one transfer, 1 client', 1, one),
      await compare(db, 'post one transfer, 8 clients', 8, one),
      await compare(db, 'post 1,000 transfers an entry, 1 client', 1, many(1_000)),
      await compare(db, "page of an account's movements, prepared", 1, page),
      await compare(db, 'total of an account, planned anew', 1, total),
    ];
    await close();
    return { rows, total: { rounds: ROUNDS, secondsEach: SECONDS, transfers: TRANSFERS, months: 27 } };
  } finally {
    await cluster.stop();
  }
};
