import { resolve } from 'node:path';
import { accountIn } from '#server/config/s3.ts';
import { previousSecret, readSecret } from '#server/config/secret.ts';
import { PARTS, recordMade } from '#server/infra/backup/backup-record.ts';
import { isDump } from '#server/infra/backup/dump-database.ts';
import { type Manifest, startOf } from '#server/infra/backup/manifest.ts';
import { placeAt } from '#server/infra/backup/open-place.ts';
import { findBackup, restoreBackup } from '#server/infra/backup/restore-backup.ts';
import { writeRecord } from './backup/record.ts';
import { backupArguments, programsIn } from './backup-arguments.ts';
import type { LoneCommand } from './command.ts';

const CALL = 'DATA_DIR=NEW_FOLDER npm run restore -- FOLDER (or s3://bucket/prefix) [--at=NAME]';

/** The command reads only the settings that it needs, because the others may be lost with the machine. */
export const restore: LoneCommand = {
  says: 'restore FOLDER        brings a backup into an empty data folder (DATA_DIR) and, when it has a dump, into an empty database (DATABASE_URL)',
  async runAlone({ args, env, print }) {
    const given = backupArguments(args, { options: ['at'] });
    const folder = given?.folder ?? (env.BACKUP_FOLDER?.trim() || null);
    if (!given || !folder) {
      print(`Name the folder of the backups: ${CALL}.`);
      return 1;
    }
    const dataDir = resolve(env.DATA_DIR?.trim() || '.data');
    const secret = env.SECRET?.trim() || readSecret(dataDir);
    const previous = env.SECRET_PREVIOUS?.trim() || previousSecret(dataDir);
    if (!secret) {
      print(
        `Set SECRET, or put the file "secret" of the old data folder into ${dataDir}: no backup holds it.`,
      );
      return 1;
    }
    const place = placeAt(folder, accountIn(env));
    const { name, manifest } = await findBackup(place, given.options.at ?? null);
    const url = env.DATABASE_URL?.trim() || null;
    const into = url === null ? null : { url, programs: programsIn(env) };
    const secrets = previous ? [secret, previous] : [secret];
    await restoreBackup(place, manifest, { dataDir, secrets, into });
    // A dump contains the record of the previous backup. This backup is therefore recorded after the restore.
    if (into && isOfDump(manifest)) await writeRecord(into.url, (db) => recordMade(db, PARTS, startOf(name)));
    print(`Restored the backup ${name} into ${dataDir}${isOfDump(manifest) ? ' and DATABASE_URL' : ''}.`);
    print(nextSteps(manifest));
    return 0;
  },
};

const isOfDump = ({ database }: Manifest): boolean => database !== null && isDump(database);

function nextSteps(manifest: Manifest): string {
  if (isOfDump(manifest))
    return 'Run npm run migrate with APP_DATABASE_URL beside DATABASE_URL, start the server, then run npm run reconcile.';
  if (manifest.database) return 'Start the server on it, then run npm run reconcile.';
  return 'It holds no database: bring that back by the tool that keeps it, start the server, then run npm run reconcile.';
}
