import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { createDatabase } from '#server/infra/db.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { insertSnapshots } from '#server/modules/tracking/store-counts.ts';
import { median } from './feed/load.ts';
import { type Bench, round, row } from './result.ts';

const CLIPS = 5_000;
/** The number of readings of every clip per round; each is one statement of the product. */
const MOMENTS = 20;
const ROUNDS = 5;

/** Ids of the clips, sorted in the order in which rows are locked. */
const clips = Array.from({ length: CLIPS }, () => randomUUID()).toSorted();
const momentOf = (turn: number, moment: number) => new Date(Date.UTC(2026, 0, 1 + turn, moment));

const countsOf = (moment: number) =>
  clips.map((id, at) => ({
    id,
    views: 1_000 + moment * 37 + at,
    likes: 60 + moment + (at % 40),
    comments: at % 9,
    shares: null,
    source: 'tiktok videos query',
    countingRule: 'tiktok-2026',
  }));

/** Returns the rows per second of the product's statement, which writes one reading of all clips. */
async function ingest(db: Database, turn: number): Promise<number> {
  const counts = Array.from({ length: MOMENTS }, (_, moment) => countsOf(moment));
  const started = performance.now();
  for (const [moment, rows] of counts.entries())
    await transact(db, (tx) => insertSnapshots(tx, rows, momentOf(turn, moment)));
  return (CLIPS * MOMENTS) / ((performance.now() - started) / 1_000);
}

/** Returns the rows per second when COPY writes the same rows into the same table from a file. */
async function copyAgain(db: Database, turn: number): Promise<number> {
  const { rows } = await sql<{ folder: string }>`select current_setting('data_directory') as folder`.execute(
    db,
  );
  const file = sql.lit(`${rows[0]!.folder}/bench-snapshots`);
  const [from, to] = [momentOf(turn, 0), momentOf(turn, MOMENTS)];
  await sql`create temporary table newest as
    select * from view_snapshots where fetched_at >= ${from} and fetched_at < ${to} order by fetched_at, submission_id`.execute(
    db,
  );
  await sql`copy newest to ${file}`.execute(db);
  await sql`delete from view_snapshots where fetched_at >= ${from} and fetched_at < ${to}`.execute(db);
  await sql`drop table newest`.execute(db);
  await sql`vacuum view_snapshots`.execute(db);
  const started = performance.now();
  await sql`copy view_snapshots from ${file}`.execute(db);
  return (CLIPS * MOMENTS) / ((performance.now() - started) / 1_000);
}

/**
 * Measures storing snapshots of 5,000 clips, one reading after the other, as polling does. There are no
 * submission rows.
 */
export const bench: Bench = async () => {
  const cluster = await startEmbedded({});
  try {
    await migrate(cluster);
    const { db, close } = createDatabase(cluster.ownerUrl, { max: 1 });
    await sql`set session_replication_role = replica`.execute(db);
    // The job creates the day's partition before it stores snapshots.
    await sql`select make_snapshot_days('2026-01-01', ${ROUNDS + 2})`.execute(db);
    const [ours, copied]: number[][] = [[], []];
    for (let turn = 0; turn <= ROUNDS; turn++) {
      const [mine, theirs] = [await ingest(db, turn), await copyAgain(db, turn)];
      // The first turn is warm-up and not counted.
      if (turn === 0) continue;
      ours!.push(mine);
      copied!.push(theirs);
    }
    await close();
    const [value, baseline] = [median(ours!), median(copied!)];
    const figures = { unit: '1/s', baseline: round(baseline), lowerIsBetter: false };
    return {
      rows: [
        row({
          name: 'snapshots stored, against COPY',
          value: round(value),
          ...figures,
          target: round(0.6 * baseline),
        }),
        row({ name: 'snapshots stored', value: round(value), ...figures, target: 500_000 }),
      ],
      total: { rounds: ROUNDS, ours: ours!.map(round).join(' '), copy: copied!.map(round).join(' ') },
    };
  } finally {
    await cluster.stop();
  }
};
