import { accountIn } from '#server/config/s3.ts';
import { placeAt } from '#server/infra/backup/open-place.ts';
import { make } from './backup/make.ts';
import { recordFailure, recordOther } from './backup/record.ts';
import { verify } from './backup/verify.ts';
import { backupArguments } from './backup-arguments.ts';
import type { LoneCommand } from './command.ts';

const CALL =
  'npm run backup -- FOLDER (or s3://bucket/prefix), with --verify [--at=NAME] to prove one, with --files without the database; or npm run backup -- --record=database (or files) [--at=TIME] after another tool';

export const backup: LoneCommand = {
  says: 'backup FOLDER         writes a backup of database and files, to a folder or s3://bucket/prefix, while the server runs; --verify proves one; --record=database records one that another tool made',
  async runAlone(context) {
    const given = backupArguments(context.args, {
      options: ['at', 'record', 'failed'],
      flags: ['verify', 'files'],
    });
    const { at = null, record, failed } = given?.options ?? {};
    if (record !== undefined) return await recordOther(context, { part: record, at });
    if (failed !== undefined) return await recordFailure(context, failed);
    const folder = given?.folder ?? (context.env.BACKUP_FOLDER?.trim() || null);
    if (!given || !folder) {
      context.print(`Name the folder of the backups: ${CALL}.`);
      return 1;
    }
    const place = placeAt(folder, accountIn(context.env));
    const filesAlone = given.flags.has('files');
    if (given.flags.has('verify')) return await verify(place, context, { at, filesAlone });
    return await make(place, context, filesAlone);
  },
};
