import { requireDataFolder } from '#server/config/data-folder.ts';
import { accountIn } from '#server/config/s3.ts';
import { checkBackup } from '#server/infra/backup/check-backup.ts';
import { makeBackup } from '#server/infra/backup/make-backup.ts';
import { placeAt } from '#server/infra/backup/open-place.ts';
import type { Place } from '#server/infra/backup/place.ts';
import { findBackup } from '#server/infra/backup/restore-backup.ts';
import { createDatabase } from '#server/infra/db.ts';
import { type GivenSecrets, requireSecret } from '#server/infra/secret-record.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { filesElsewhere, readyPaths } from '#server/modules/media/media.ts';
import { backupArguments } from './backup-arguments.ts';
import type { LoneCommand, LoneContext } from './command.ts';

const CALL = 'npm run backup -- FOLDER (or s3://bucket/prefix), with --verify [--at=NAME] to read one';

export const backup: LoneCommand = {
  says: 'backup FOLDER         writes a backup of database and files, to a folder or s3://bucket/prefix, while the server runs; --verify reads one whole',
  async runAlone(context) {
    const given = backupArguments(context.args, ['--verify']);
    const folder = given?.folder ?? (context.env.BACKUP_FOLDER?.trim() || null);
    if (!given || !folder) {
      context.print(`Name the folder of the backups: ${CALL}.`);
      return 1;
    }
    const place = placeAt(folder, accountIn(context.env));
    if (given.flags.has('--verify')) return await verify(place, given.at, context);
    return await make(place, context);
  },
};

async function make(place: Place, { readConfig, openAsItIs, print }: LoneContext): Promise<number> {
  const config = readConfig();
  const { dataDir, secret, fileBucket } = config;
  if (!fileBucket) requireDataFolder(dataDir);
  if (secret === null)
    throw new Error('SECRET must be set, or the file "secret" be in DATA_DIR: the backup is marked with it.');
  const embedded = config.database.kind === 'embedded';
  const opened = embedded ? await openAsItIs(config) : null;
  try {
    if (opened) await proveSecret(opened.ownerUrl, { current: secret, previous: config.previousSecret });
    const elsewhere = fileBucket && filesElsewhere(fileBucket.settings);
    const source = { dataDir, secret, elsewhere, ownerUrl: opened?.ownerUrl ?? null };
    const made = await makeBackup(source, { place, keep: config.backup.keep, now: () => new Date() });
    print(
      `Wrote the backup ${made.name}: ${made.files} files beside the database, ${megabytes(made.bytes)} in all.`,
    );
    if (!embedded)
      print('It holds no database: back up DATABASE_URL by its own tools (docs/operate/backups.md).');
    print('Keep SECRET, or the file "secret" of the data folder, in another place: nothing restores it.');
    return 0;
  } finally {
    await opened?.stop();
  }
}

/** A backup that is marked with a wrong secret would be refused with the right one. */
async function proveSecret(ownerUrl: string, given: GivenSecrets): Promise<void> {
  const { db, close } = createDatabase(ownerUrl);
  try {
    await requireSecret(db, given);
  } finally {
    await close();
  }
}

async function verify(place: Place, at: string | null, { print }: LoneContext): Promise<number> {
  const { name, manifest } = await findBackup(place, at);
  const there = new Set(manifest.files.map(({ path }) => path));
  await checkBackup(place, manifest, async (ownerUrl) => {
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
  });
  const rows = (manifest.database?.appended ?? []).map(({ table, before }) => `${before} rows in ${table}`);
  print(`The backup ${name} is whole: ${[`${manifest.files.length} files`, ...rows].join(', ')}.`);
  print(manifest.database ? 'Its database starts, and its books balance.' : 'It holds no database.');
  return 0;
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;
