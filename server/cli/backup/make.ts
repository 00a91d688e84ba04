import { requireDataFolder } from '#server/config/data-folder.ts';
import type { Config } from '#server/config.ts';
import { PARTS, type Part, recordFailed, recordMade } from '#server/infra/backup/backup-record.ts';
import { type DatabaseSource, type Made, makeBackup } from '#server/infra/backup/make-backup.ts';
import { startOf } from '#server/infra/backup/manifest.ts';
import type { Place } from '#server/infra/backup/place.ts';
import { createDatabase } from '#server/infra/db.ts';
import { type GivenSecrets, requireSecret } from '#server/infra/secret-record.ts';
import { remoteFiles } from '#server/modules/media/media.ts';
import { programsIn } from '../backup-arguments.ts';
import type { LoneContext } from '../command.ts';
import { reasonOf } from '../doctor/finding.ts';
import { recordUrl, writeRecord } from './record.ts';

/** Writes one backup and records its success or failure. */
export async function make(
  place: Place,
  { readConfig, openUnmigrated, env, print }: LoneContext,
  filesAlone: boolean,
): Promise<number> {
  const config = readConfig();
  const { dataDir, secret, previousSecret: previous, fileBucket } = config;
  if (!fileBucket) requireDataFolder(dataDir);
  if (secret === null)
    throw new Error('SECRET must be set, or the file "secret" be in DATA_DIR: the backup is marked with it.');
  const opened = config.database.kind === 'embedded' ? await openUnmigrated(config) : null;
  const url = opened?.ownerUrl ?? recordUrl(env)!;
  const parts: readonly Part[] = filesAlone ? ['files'] : PARTS;
  try {
    const made = await attempt(url, parts, async () => {
      await proveSecret(url, { current: secret, previous });
      const database = filesAlone
        ? null
        : databaseSource(config, { ownerUrl: opened?.ownerUrl ?? null, programs: programsIn(env) });
      return await write(place, { ...config, secret }, database);
    });
    const what = filesAlone ? 'files, without the database' : 'files beside the database';
    print(`Wrote the backup ${made.name}: ${made.files} ${what}, ${megabytes(made.bytes)} in all.`);
    print('Keep SECRET, or the file "secret" of the data folder, in another place: nothing restores it.');
    await writeRecord(url, (db) => recordMade(db, parts, startOf(made.name))).catch((error: unknown) => {
      throw new Error(`The backup is written and could not be recorded: ${reasonOf(error)}.`);
    });
    return 0;
  } finally {
    await opened?.stop();
  }
}

/** Checks the secret first. A backup marked with a wrong secret could not be restored with the right one. */
async function proveSecret(url: string, given: GivenSecrets): Promise<void> {
  const { db, close } = createDatabase(url, { max: 1 });
  try {
    await requireSecret(db, given);
  } finally {
    await close();
  }
}

async function attempt(url: string, parts: readonly Part[], work: () => Promise<Made>): Promise<Made> {
  try {
    return await work();
  } catch (error) {
    const failure = { now: new Date(), reason: reasonOf(error) };
    // An error here is ignored, because the backup may have failed due to the same database.
    await writeRecord(url, (db) => recordFailed(db, parts, failure)).catch(() => undefined);
    throw error;
  }
}

function write(
  place: Place,
  { dataDir, secret, fileBucket, backup }: Config & { secret: string },
  database: DatabaseSource | null,
): Promise<Made> {
  const elsewhere = fileBucket && remoteFiles(fileBucket.settings);
  const source = { dataDir, secret, elsewhere, database };
  return makeBackup(source, { place, keep: backup.keep, now: () => new Date() });
}

function databaseSource(
  { backup: { dumpUrl } }: Config,
  { ownerUrl, programs }: { ownerUrl: string | null; programs: string },
): DatabaseSource {
  if (ownerUrl) return { kind: 'embedded', ownerUrl };
  if (dumpUrl) return { kind: 'external', url: dumpUrl, programs };
  throw new Error(
    'Set DUMP_DATABASE_URL to a login that may read every table, or add --files and let another tool keep the database (docs/operate/backups.md).',
  );
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;
