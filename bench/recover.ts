import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '#db/migrate.ts';
import { makeBackup } from '#server/infra/backup/make-backup.ts';
import { placeAt } from '#server/infra/backup/open-place.ts';
import { findBackup, restoreBackup } from '#server/infra/backup/restore-backup.ts';
import { createDatabase } from '#server/infra/db.ts';
import type { Database } from '#server/infra/transaction.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { testBucket } from '#server/testing/buckets.ts';
import { deposit, keysIn, missing, startLoad } from './recover/load.ts';
import { outsidePostgres } from './recover/outside-postgres.ts';
import { type Bench, round, row } from './result.ts';

const SECRET = 'a secret that is kept elsewhere';

/**
 * A drill on an external PostgreSQL. It takes a base backup under load with an archived log, and copies files
 * into a bucket; more load follows before and after a noted moment. Then the database and its server are
 * destroyed, and everything is restored to that moment.
 */
export const bench: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'permille-recover-'));
  const postgres = await outsidePostgres(folder);
  const bucket = await testBucket();
  const opened: (() => Promise<void>)[] = [];
  const open = (url: string) => {
    const { db, close } = createDatabase(url, { onConnectionError: () => undefined });
    opened.push(close);
    return db;
  };
  let running = 'primary';
  try {
    await postgres.create('primary');
    await sql`create database permille`.execute(open(postgres.urlOf('postgres')));
    const { appUrl } = await migrate({ ownerUrl: postgres.urlOf('permille') });
    const db = open(appUrl);
    const load = startLoad(db);
    await load.during(() => postgres.baseBackup('base'));
    const place = placeAt(`s3://${bucket.s3.settings.bucket}/nightly`, bucket.s3.settings);
    const dataDir = join(folder, 'data');
    mkdirSync(join(dataDir, 'media/one'), { recursive: true });
    writeFileSync(join(dataDir, 'media/one/file'), 'a source video');
    await makeBackup({ dataDir, secret: SECRET, database: null }, { place, keep: 2, now: () => new Date() });
    await load.during();
    const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db);
    const until = rows[0]!.now;
    const before = load.acknowledged();
    await load.during();
    const lostLater = load.acknowledged().size - before.size;

    await sql`select pg_switch_wal()`.execute(open(postgres.urlOf('permille')));
    await archived(open(postgres.urlOf('postgres')));
    for (const close of opened.splice(0)) await close();
    const admin = open(postgres.urlOf('postgres'));
    await sql`drop database permille with (force)`.execute(admin);
    for (const close of opened.splice(0)) await close();
    await postgres.stop('primary', 'immediate');
    rmSync(postgres.pathOf('primary'), { recursive: true });
    rmSync(dataDir, { recursive: true });

    const began = performance.now();
    running = 'base';
    await postgres.recover('base', until);
    const again = open(appUrl);
    await promoted(again);
    const seconds = (performance.now() - began) / 1000;
    const { manifest } = await findBackup(place, null);
    const restored = join(folder, 'restored');
    await restoreBackup(place, manifest, { dataDir: restored, secrets: [SECRET], into: null });
    const kept = await keysIn(again);
    const proof = await reconcile(again);
    await deposit(again, new Set());
    const figure = (name: string, value: number, unit: string, target: number | null) =>
      row({ name, value, unit, baseline: null, target, lowerIsBetter: true });
    return {
      rows: [
        figure('acknowledged before the moment and lost', missing(before, kept), 'deposits', 0),
        figure('from after the moment', missing(kept, before), 'deposits', 0),
        figure('broken invariants', proof.ok ? 0 : 1, '', 0),
        figure('from the start of the recovery to taking money', round(seconds), 's', null),
      ],
      total: {
        moment: until,
        'deposits before it': before.size,
        'deposits after it, which the recovery leaves out': lostLater,
        'files from the bucket':
          readFileSync(join(restored, 'media/one/file'), 'utf8') === 'a source video' ? 1 : 0,
        bucket: bucket.simulated ? 'simulated' : bucket.s3.settings.endpoint,
      },
    };
  } finally {
    for (const close of opened) await close().catch(() => undefined);
    await postgres.stop(running, 'immediate').catch(() => undefined);
    bucket.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Waits until the archive has the log file that was just completed. */
async function archived(db: Database): Promise<void> {
  const wanted = await sql<{
    file: string;
  }>`select pg_walfile_name(pg_current_wal_lsn() - 1) as file`.execute(db);
  for (;;) {
    const { rows } = await sql<{
      last: string | null;
    }>`select last_archived_wal as last from pg_stat_archiver`.execute(db);
    if (rows[0]!.last && rows[0]!.last >= wanted.rows[0]!.file) return;
    await sql`select pg_switch_wal()`.execute(db);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function promoted(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ behind: boolean }>`select pg_is_in_recovery() as behind`.execute(db);
    if (!rows[0]!.behind) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
