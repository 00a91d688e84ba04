import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Migration = { name: string; checksum: string; sql: string };

/**
 * A file that begins with this line is applied one statement at a time, each in its own transaction, so that no
 * table is locked while the next statement waits for its lock. Every statement can be repeated, because the file
 * begins again after a failure.
 */
export const BY_STATEMENT = '-- One statement at a time.\n';

/**
 * The last migration of release 0.3.0. The files of db/baseline make the same tables as the 93 migrations up
 * to it. A database that has this migration thus needs none of these files (docs/decisions/0081).
 */
export const BASELINE = {
  release: '0.3.0',
  name: '0093_unreadable_posts.sql',
  checksum: '44e25c67c8c50d157418b654fe31602d3bca47de942c31ec63e19728f537dd54',
};

const besideThisFile = (folder: string) => fileURLToPath(new URL(`./${folder}`, import.meta.url));

const sqlFilesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();

// Returns a file's text without differences of line endings, which Git on Windows changes.
const textOf = (folder: string, name: string): string =>
  readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');

/**
 * Returns the migrations of a folder in order; without a folder those of this version, the baseline first.
 * @throws Error when two files have the same number or a file has none
 */
export function readMigrations(folder?: string): Migration[] {
  if (folder !== undefined) return migrationsIn(folder);
  const baseline = besideThisFile('baseline');
  const sql = sqlFilesIn(baseline)
    .map((name) => textOf(baseline, name))
    .join('\n');
  return [
    { name: BASELINE.name, checksum: BASELINE.checksum, sql },
    ...migrationsIn(besideThisFile('migrations')),
  ];
}

function migrationsIn(folder: string): Migration[] {
  const numbers = new Set<string>();
  return sqlFilesIn(folder).map((name) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (!number) throw new Error(`Migration ${name} must be named like 0001_what_it_makes.sql.`);
    if (numbers.has(number)) throw new Error(`Two migrations carry the number ${number}: renumber ${name}.`);
    numbers.add(number);
    const sql = textOf(folder, name);
    return { name, checksum: createHash('sha256').update(sql).digest('hex'), sql };
  });
}
