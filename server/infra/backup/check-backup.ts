import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { countAppended } from '#db/copy-cluster.ts';
import { startEmbedded } from '#db/embedded.ts';
import { inUtc } from '#db/utc-session.ts';
import { isDump } from './dump-database.ts';
import type { Manifest } from './manifest.ts';
import type { Place } from './place.ts';
import { restoreCopy } from './restore-backup.ts';
import { restoreDump } from './restore-dump.ts';

/**
 * Reads every file of a backup, starts its database in a temporary folder, counts the rows of append-only
 * tables and calls `prove`.
 * @param prove receives the connection of the database's owner
 * @param programs the folders with pg_restore, for a dump
 * @throws one sentence with the first thing that is wrong
 */
export async function checkBackup(
  place: Place,
  manifest: Manifest,
  prove: (ownerUrl: string) => Promise<void>,
  programs: string,
): Promise<void> {
  for (const file of manifest.files) await place.objects.get(file, null);
  if (!manifest.database) return;
  const dataDir = mkdtempSync(join(tmpdir(), 'permille-check-'));
  // PostgreSQL runs under another account, which must be able to enter the folder.
  await chmod(dataDir, 0o711);
  try {
    const { database } = manifest;
    if (!isDump(database)) await restoreCopy(place, database, dataDir);
    const embedded = await startEmbedded({ dataDir, sync: false });
    try {
      // The dump is restored without the grants of the app's role, because all reads are the owner's.
      if (isDump(database))
        await restoreDump(place, database, { to: { url: embedded.ownerUrl, programs }, withRights: false });
      await compareRows(embedded.ownerUrl, manifest.database.appended);
      await prove(embedded.ownerUrl);
    } finally {
      await embedded.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function compareRows(
  ownerUrl: string,
  appended: NonNullable<Manifest['database']>['appended'],
): Promise<void> {
  const client = new pg.Client({ connectionString: inUtc(ownerUrl) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const rows = await countAppended(client);
    for (const { table, before, after } of appended) {
      const count = rows.get(table) ?? 0;
      if (count < before || count > after)
        throw new Error(
          `The backup has ${count} rows in ${table}, and the database had ${before} when it began and ${after} when it ended.`,
        );
    }
  } finally {
    await client.end();
  }
}
