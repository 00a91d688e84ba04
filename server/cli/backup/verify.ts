import { PARTS, type Part, recordFailed, recordProved } from '#server/infra/backup/backup-record.ts';
import { checkBackup } from '#server/infra/backup/check-backup.ts';
import { isDump } from '#server/infra/backup/dump-database.ts';
import type { Manifest } from '#server/infra/backup/manifest.ts';
import type { Place } from '#server/infra/backup/place.ts';
import { findBackup } from '#server/infra/backup/restore-backup.ts';
import { createDatabase } from '#server/infra/db.ts';
import type { Database } from '#server/infra/transaction.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { readyPaths } from '#server/modules/media/media.ts';
import { programsIn } from '../backup-arguments.ts';
import type { LoneContext } from '../command.ts';
import { reasonOf } from '../doctor/finding.ts';
import { recordUrl, writeRecord } from './record.ts';

/** Restores one backup to a temporary place and proves it. On success, always prints what was proved. */
export async function verify(
  place: Place,
  { env, print }: LoneContext,
  { at, filesAlone }: { at: string | null; filesAlone: boolean },
): Promise<number> {
  const { name, manifest } = await findBackup(place, at);
  if (!manifest.database && !filesAlone) {
    print(
      `The backup ${name} holds the files alone, and nothing here proves your database: have npm run backup dump it (DUMP_DATABASE_URL), or add --files and prove it by the tool that keeps it (docs/operate/backups.md).`,
    );
    return 1;
  }
  const checked = filesAlone ? { ...manifest, database: null } : manifest;
  const parts: readonly Part[] = filesAlone ? ['files'] : PARTS;
  try {
    await checkBackup(place, checked, (ownerUrl) => prove(ownerUrl, manifest), programsIn(env));
  } catch (error) {
    const reason = `--verify of ${name}: ${reasonOf(error)}`;
    await note(env, (db) => recordFailed(db, parts, { now: new Date(), reason }));
    throw error;
  }
  const rows = (checked.database?.appended ?? []).map(({ table, before }) => `${before} rows in ${table}`);
  print(`The backup ${name} is whole: ${[`${manifest.files.length} files`, ...rows].join(', ')}.`);
  print(claim(checked));
  const isNoted = await note(env, (db) => recordProved(db, parts, new Date()));
  if (!isNoted) print('System Health does not learn of it: no database of this installation answers here.');
  return 0;
}

const claim = ({ database }: Manifest): string => {
  if (!database) return 'Only the files were looked at: prove the database by the tool that keeps it.';
  return `Its ${isDump(database) ? 'dump can be restored' : 'database starts'}, and its books balance.`;
};

async function prove(ownerUrl: string, { files }: Manifest): Promise<void> {
  const there = new Set(files.map(({ path }) => path));
  const { db, close } = createDatabase(ownerUrl);
  try {
    const proof = await reconcile(db);
    if (!proof.ok) throw new Error(`The books of the backup do not balance: ${JSON.stringify(proof)}`);
    const missing = (await readyPaths(db)).filter((path) => !there.has(path));
    if (missing.length > 0)
      throw new Error(
        `The database of the backup names ${missing.length} files that it lacks, such as ${missing[0]}.`,
      );
  } finally {
    await close();
  }
}

/**
 * Records the result. Returns false if it could not be recorded: a backup may be proved on a machine without
 * the installation's database.
 */
async function note(env: LoneContext['env'], write: (db: Database) => Promise<void>): Promise<boolean> {
  const url = recordUrl(env);
  return url !== null && (await writeRecord(url, write).catch(() => false));
}
