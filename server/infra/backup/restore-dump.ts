import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { prepareAppRole } from '#db/app-role.ts';
import { inUtc } from '#db/utc-session.ts';
import type { Dump } from './dump-database.ts';
import { type Reached, runOnDatabase } from './dump-tools.ts';
import type { Place } from './place.ts';

/**
 * Loads a dump into an empty database, completely or not at all. Tables belong to the role of `to`;
 * `withRights` also restores the grants of the app's role.
 * @throws one sentence when the database has tables, can't be reached, or refuses the dump
 */
export async function restoreDump(
  place: Place,
  dump: Dump,
  { to, withRights }: { to: Reached; withRights: boolean },
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'permille-dump-'));
  try {
    for (const file of dump.files) await place.objects.get(file, join(folder, file.path));
    await onDatabase(to.url, async (client) => {
      if (withRights) await prepareAppRole(client, { ownerUrl: to.url });
      const rights = withRights ? [] : ['--no-privileges'];
      const whole = ['--no-owner', '--exit-on-error', '--single-transaction'];
      await runOnDatabase('pg_restore', [...whole, ...rights, folder], to);
      // A dump contains no statistics; without them the first queries read whole tables.
      await client.query('analyze');
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws one sentence when the database is not empty or can't be reached */
export async function requireEmptyDatabase(ownerUrl: string): Promise<void> {
  await onDatabase(ownerUrl, async (client) => {
    const { rows } = await client.query<{ tables: number; name: string }>(
      `select count(*)::int4 as tables, current_database() as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
    );
    const { tables, name } = rows[0]!;
    if (tables > 0)
      throw new Error(
        `The database ${name} of DATABASE_URL has ${tables} tables already: make an empty one (docs/operate/backups.md).`,
      );
  });
}

async function onDatabase(ownerUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: inUtc(ownerUrl), application_name: 'permille restore' });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`The database of DATABASE_URL cannot be reached: ${message || code}.`, { cause: error });
  }
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
