import { access, constants } from 'node:fs/promises';
import type { Config } from '#server/config.ts';
import { type Recorded, readBackups } from '#server/infra/backup/backup-record.ts';
import {
  backupProblem,
  describeBackups,
  isOverdue,
  isProvedLately,
  missingParts,
} from '#server/infra/backup/judge-backups.ts';
import { listBackups, startOf } from '#server/infra/backup/manifest.ts';
import { placeAt } from '#server/infra/backup/open-place.ts';
import { HOUR } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import { watchesBackups } from '#server/open-backups.ts';
import { type Finding, ok, reasonOf, warning, wrong } from './finding.ts';
import { reachableUrl } from './reachable-url.ts';

const part = 'Backups';

/**
 * Reads the record in the database, which exists whichever tool makes the backups. If no database answers,
 * lists the folder of backups.
 */
export async function checkBackups(config: Config): Promise<Finding> {
  if (!watchesBackups(config)) return ok(part, 'None are watched, because platforms are simulated here.');
  const unusable = await folderProblem(config);
  if (unusable) return wrong(part, unusable);
  const url = reachableUrl(config);
  if (!url) return await lookIntoFolder(config);
  const { db, close } = createDatabase(url, { max: 1 });
  try {
    return judge(await readBackups(db), config.backup.everyHours);
  } catch (error) {
    return warning(part, `Their record can't be read: ${reasonOf(error)}.`);
  } finally {
    await close();
  }
}

function judge(recorded: Recorded, everyHours: number): Finding {
  const now = new Date();
  const problem = backupProblem(recorded, { everyHours, now });
  if (problem) return wrong(part, problem);
  const isFine = missingParts(recorded.parts).length === 0 && isProvedLately(recorded, now);
  return isFine ? ok(part, describeBackups(recorded)) : warning(part, describeBackups(recorded));
}

async function folderProblem({ s3, backup: { folder } }: Config): Promise<string | null> {
  if (!folder) return null;
  try {
    if (folder.startsWith('s3://')) await placeAt(folder, s3).require(folder, true);
    else await access(folder, constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    return `BACKUP_FOLDER can't be used: ${reasonOf(error)}.`;
  }
}

async function lookIntoFolder({ s3, backup: { folder, everyHours } }: Config): Promise<Finding> {
  if (!folder)
    return warning(part, 'None is known: start the server, which records them, and set BACKUP_FOLDER.');
  const last = (await listBackups(placeAt(folder, s3))).at(-1);
  if (!last) return warning(part, `${folder} holds none yet.`);
  const now = new Date();
  const hours = Math.floor((now.getTime() - startOf(last).getTime()) / HOUR);
  const age = `The last one in ${folder} is ${hours} hours old`;
  return isOverdue(startOf(last), { everyHours, now })
    ? wrong(part, `${age}: start the server, and look into its log.`)
    : ok(part, `${age}.`);
}
