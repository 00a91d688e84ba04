import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Migration = { name: string; checksum: string; sql: string };

const BESIDE_THIS_FILE = fileURLToPath(new URL('./migrations', import.meta.url));

/** The migrations of a folder in order; throws when two carry the same number or a file is named otherwise. */
export function readMigrations(folder = BESIDE_THIS_FILE): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const numbers = new Set<string>();
  return names.map((name) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (!number) throw new Error(`Migration ${name} must be named like 0001_what_it_makes.sql.`);
    if (numbers.has(number)) throw new Error(`Two migrations carry the number ${number}: renumber ${name}.`);
    numbers.add(number);
    // Git may check files out with other line ends on Windows: that is no change.
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, checksum: createHash('sha256').update(sql).digest('hex'), sql };
  });
}
