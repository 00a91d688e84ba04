import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { appendedRows, countAppended } from '#db/copy-cluster.ts';
import { inUtc } from '#db/utc-session.ts';
import { type Reached, runOnDatabase } from './dump-tools.ts';
import type { Manifest } from './manifest.ts';
import type { Objects } from './objects.ts';

export type Dump = Extract<NonNullable<Manifest['database']>, { dumpedFrom: number }>;

/**
 * Dumps an operator's own PostgreSQL into one file per table, so that an unchanged table is stored once. The
 * rows of `events` are left out: their transaction numbers are valid on this server only.
 * @param from connects as a role that may read every table
 */
export async function dumpDatabase(from: Reached, objects: Objects): Promise<Dump> {
  const folder = await mkdtemp(join(tmpdir(), 'permille-dump-'));
  const client = new pg.Client({ connectionString: inUtc(from.url), application_name: 'permille backup' });
  client.on('error', () => undefined);
  try {
    await client.connect().catch((cause: Error) => {
      throw new Error(`The database of DUMP_DATABASE_URL cannot be reached: ${cause.message}.`, { cause });
    });
    const { rows } = await client.query<{ major: number }>(
      `select current_setting('server_version_num')::int4 / 10000 as major`,
    );
    const before = await countAppended(client);
    const to = join(folder, 'dump');
    await runOnDatabase(
      'pg_dump',
      ['--format=directory', '--exclude-table-data=events', `--file=${to}`],
      from,
    );
    const after = await countAppended(client);
    const files: Dump['files'] = [];
    for (const path of (await readdir(to)).sort()) {
      const object = await objects.put(join(to, path));
      if (object) files.push({ path, ...object });
    }
    return { dumpedFrom: rows[0]!.major, files, appended: appendedRows(before, after) };
  } finally {
    await client.end().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

export const isDump = (database: NonNullable<Manifest['database']>): database is Dump =>
  'dumpedFrom' in database;
