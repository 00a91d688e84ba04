import { resolve } from 'node:path';
import { accountIn } from '#server/config/s3.ts';
import { previousSecret, readSecret } from '#server/config/secret.ts';
import { placeAt } from '#server/infra/backup/open-place.ts';
import { findBackup, restoreBackup } from '#server/infra/backup/restore-backup.ts';
import { backupArguments } from './backup-arguments.ts';
import type { LoneCommand } from './command.ts';

const CALL = 'DATA_DIR=NEW_FOLDER npm run restore -- FOLDER (or s3://bucket/prefix) [--at=NAME]';

/** Reads no more of the environment than it needs, because the rest may be lost with the machine. */
export const restore: LoneCommand = {
  says: 'restore FOLDER        brings a backup into an empty data folder (DATA_DIR)',
  async runAlone({ args, env, print }) {
    const given = backupArguments(args);
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
    const { name, manifest } = await findBackup(place, given.at);
    await restoreBackup(place, manifest, { dataDir, secrets: previous ? [secret, previous] : [secret] });
    print(`Restored the backup ${name} into ${dataDir}.`);
    if (!manifest.database)
      print('It holds no database: restore that by its own tools (docs/operate/backups.md).');
    print('Start the server on it, then run npm run reconcile.');
    return 0;
  },
};
