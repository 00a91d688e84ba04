import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import type { DB } from '#db/types.ts';
import { createDatabase } from '#server/infra/db.ts';
import { newId } from '#server/infra/id.ts';
import { arrangeShapes, fillShapes, type Shape } from './partitions/clone.ts';
import { type Bench, type BenchRow, round, row } from './result.ts';

const ROUNDS = 7;
const SECONDS = 0.8;
/** Clock ticks per second in /proc/PID/stat. */
const TICKS_PER_SECOND = 100;
const TRANSFERS = 600_000;
const ACCOUNTS = 20_000;
const payers = Array.from({ length: ACCOUNTS }, () => newId());
const payees = Array.from({ length: ACCOUNTS }, () => newId());
const any = (ids: string[]): string => ids[Math.floor(Math.random() * ids.length)]!;
const hash = createHash('sha256').update('x').digest();

type Work = (db: Kysely<DB>, shape: Shape) => Promise<number>;

const one: Work = async (db, shape) => {
  await sql`/* prepared */ select ${sql.raw(shape)}.ledger_transfer(${newId()}, ${newId()}, ${hash}, 'earnings.released', ${new Date()},
    'clipper_pending', ${any(payers)}, 'clipper_available', ${any(payees)}, 1, ${newId()})`.execute(db);
  return 1;
};

const many =
  (lines: number): Work =>
  async (db, shape) => {
    await sql`/* prepared */ select ${sql.raw(shape)}.ledger_post(${newId()}, ${newId()}, ${hash}, 'earnings.released', ${new Date()},
      array_fill('clipper_pending'::ledger_account_kind, array[${lines}::int]), array_agg(p), array_fill('clipper_available'::ledger_account_kind, array[${lines}::int]),
      array_agg(q), array_fill(1::bigint, array[${lines}::int]), array_agg(q))
      from (select (${payers.slice(0, 5_000)}::uuid[])[1 + (random() * 4998)::int] as p,
        (${payees.slice(0, 5_000)}::uuid[])[1 + (random() * 4998)::int] as q from generate_series(1, ${lines}::int)) x`.execute(
      db,
    );
    return lines;
  };

/** Reads the newest twenty movements of an account, as every history page does. */
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

/** Reads the sum of all transfers to an account, as totals do. */
const total: Work = async (db, shape) => {
  await sql`select coalesce(sum(amount_micros), 0)::bigint from ${sql.raw(`${shape}.ledger_transfers`)}
    where credit_owner_id = ${any(payees)} and credit_kind = 'clipper_available'`.execute(db);
  return 1;
};

/**
 * Returns the processor seconds that this connection's backend has used, which excludes other load on the
 * machine.
 */
async function backendSeconds(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const fields = (await readFile(`/proc/${rows[0]!.pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Returns operations per second of the backend's processor time. */
async function rate(db: Kysely<DB>, work: Work, shape: Shape): Promise<{ done: number; spent: number }> {
  const before = await backendSeconds(db);
  const end = performance.now() + SECONDS * 1_000;
  let done = 0;
  while (performance.now() < end) {
    const made = await work(db, shape);
    done += made;
  }
  return { done, spent: (await backendSeconds(db)) - before };
}

async function compare(db: Kysely<DB>, name: string, work: Work): Promise<BenchRow> {
  const seen: Record<Shape, number[]> = { flat: [], parted: [] };
  const sums: Record<Shape, { done: number; spent: number }> = {
    flat: { done: 0, spent: 0 },
    parted: { done: 0, spent: 0 },
  };
  for (let turn = 0; turn <= ROUNDS; turn++) {
    for (const shape of turn % 2 ? (['flat', 'parted'] as const) : (['parted', 'flat'] as const)) {
      const { done, spent } = await rate(db, work, shape);
      // The first turn is warm-up and not counted.
      if (turn === 0) continue;
      seen[shape].push(done / spent);
      sums[shape].done += done;
      sums[shape].spent += spent;
    }
  }
  const perSecond = (shape: Shape) => sums[shape].done / sums[shape].spent;
  const spread = (shape: Shape) => `${round(Math.min(...seen[shape]))}-${round(Math.max(...seen[shape]))}`;
  return row({
    name: `${name} (${spread('parted')} against ${spread('flat')})`,
    value: round(perSecond('parted')),
    unit: '1 per CPU second',
    baseline: round(perSecond('flat')),
    target: round(0.95 * perSecond('flat')),
    lowerIsBetter: false,
  });
}

/** Compares transfers partitioned by month with one table of the same rows. */
export const bench: Bench = async () => {
  const cluster = await startEmbedded({});
  try {
    const { appUrl } = await migrate(cluster);
    const owner = createDatabase(cluster.ownerUrl, { max: 1 });
    await arrangeShapes(owner.db);
    await sql`insert into ledger_accounts select 'clipper_pending'::ledger_account_kind, unnest(${payers}::uuid[]), 1000000000000
      union all select 'clipper_available'::ledger_account_kind, unnest(${payees}::uuid[]), 0`.execute(
      owner.db,
    );
    await fillShapes(owner.db, TRANSFERS, payers, payees);
    await owner.close();
    const { db, close } = createDatabase(appUrl, { max: 1 });
    const rows = [
      await compare(db, 'post one transfer', one),
      await compare(db, 'post 50 transfers an entry', many(50)),
      await compare(db, 'post 1,000 transfers an entry', many(1_000)),
      await compare(db, "page of an account's movements, prepared", page),
      await compare(db, 'total of an account, planned anew', total),
    ];
    await close();
    return { rows, total: { rounds: ROUNDS, secondsEach: SECONDS, transfers: TRANSFERS, months: 27 } };
  } finally {
    await cluster.stop();
  }
};
