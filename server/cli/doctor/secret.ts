import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { createDatabase } from '#server/infra/db.ts';
import { secretProblem } from '#server/infra/secret-record.ts';
import { type Finding, ok, reasonOf, warning, wrong } from './finding.ts';
import { reachableUrl } from './reachable-url.ts';

const part = 'Secret';
/** PostgreSQL's SQLSTATE of a missing table, which means that no server was ever started on this database. */
const NO_TABLE = '42P01';

/** Checks that the secret is private and belongs to the database. */
export async function checkSecret(
  config: Config,
  env: Record<string, string | undefined>,
): Promise<Finding[]> {
  const open = readable(config.dataDir);
  return [...(open ? [open] : []), await compare(config, Boolean(env.SECRET?.trim()))];
}

function readable(dataDir: string): Finding | null {
  if (process.platform === 'win32') return null;
  const file = ['secret', 'secret.previous'].map((name) => join(dataDir, name)).find(isOpen);
  return file ? wrong(part, `Other users of this machine can read ${file}: run chmod 600 on it.`) : null;
}

const isOpen = (file: string): boolean => existsSync(file) && (statSync(file).mode & 0o077) !== 0;

async function compare(config: Config, isSet: boolean): Promise<Finding> {
  const { secret: current, previousSecret: previous, dataDir } = config;
  const from = isSet ? 'From SECRET' : `In ${join(dataDir, 'secret')}`;
  const url = reachableUrl(config);
  if (url === null && current === null)
    return existsSync(join(dataDir, 'postgres'))
      ? wrong(part, `${dataDir} has a database and no secret: set SECRET, or put the file "secret" back.`)
      : ok(part, 'Made at the first start; then keep a copy in another place.');
  if (url === null) return ok(part, `${from}; the next start compares it with the database.`);
  const { db, close } = createDatabase(url, { max: 1 });
  try {
    const problem = await secretProblem(db, { current, previous });
    if (problem) return wrong(part, problem);
    if (current === null) return ok(part, 'Made at the next start; then keep a copy in another place.');
    return ok(part, `${from}, and the one of this database: keep a copy in another place.`);
  } catch (error) {
    if ((error as { code?: string }).code === NO_TABLE)
      return ok(part, current === null ? 'Made at the first start.' : `${from}.`);
    return warning(part, `It can't be compared with the database: ${reasonOf(error)}.`);
  } finally {
    await close();
  }
}
