import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { inUtc } from './utc-session.ts';

/**
 * Stores one file of the copy. Its path is below the cluster's folder, with "/"; `from` is the file, or its
 * bytes. Returns false when the file no longer exists.
 */
export type KeepFile = (path: string, from: string | Buffer) => Promise<boolean>;

export interface ClusterCopy {
  /** The major version, such as 18: only the same major version reads the files. */
  postgres: number;
  /** Folders that are empty in the copy and must still exist. */
  emptyFolders: string[];
  appended: AppendedRows[];
}

/**
 * The number of an append-only table's rows just before and just after the copy. The copy has a number
 * between the two.
 */
export interface AppendedRows {
  table: string;
  before: number;
  after: number;
}

/** The lock that allows one copy at a time. Its number must only be unused elsewhere. */
const LOCK = '7306180144';

/**
 * Folders whose contents each start makes again, or that belong to the running process:
 * https://www.postgresql.org/docs/current/continuous-archiving.html
 */
const FOLDERS_LEFT_EMPTY = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp'],
  'pg_subtrans',
]);
const FILES_LEFT_OUT =
  /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|current_logfiles|pgsql_tmp[^/]*|t\d+_\d+[^/]*)(\/|$)/;
const CONTROL_FILE = 'global/pg_control';

/**
 * Copies the running cluster in `folder` file by file, with the log that completes it at its start, through
 * PostgreSQL's backup API. No query waits for the copy.
 * @param ownerUrl of a superuser
 * @throws one sentence when another copy is running
 */
export async function copyCluster(
  { ownerUrl, folder }: { ownerUrl: string; folder: string },
  keep: KeepFile,
): Promise<ClusterCopy> {
  const client = new pg.Client({ connectionString: inUtc(ownerUrl), application_name: 'permille backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await begin(client);
    const before = await countAppended(client);
    // Until pg_backup_stop the backup ends with the connection, and leaves nothing behind.
    await client.query(`select pg_backup_start(label => 'permille', fast => true)`);
    const emptyFolders = await keepFolder(folder, '', keep);
    await keep(CONTROL_FILE, await readWhole(join(folder, CONTROL_FILE)));
    const log = await end(client, keep);
    for (const name of (await readdir(join(folder, 'pg_wal'))).filter(log.needs).sort())
      if (!(await keep(`pg_wal/${name}`, join(folder, 'pg_wal', name))))
        throw new Error(`PostgreSQL removed ${name} of its log before it was copied: back up again.`);
    const after = await countAppended(client);
    const appended = appendedRows(before, after);
    return { postgres: log.version, emptyFolders: [...emptyFolders, 'pg_wal/archive_status'], appended };
  } finally {
    await client.end();
  }
}

/** Takes the lock and keeps all of the log from here on. */
async function begin(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mine: boolean; others: number }>(
    `select pg_try_advisory_lock($1) as mine,
       (select count(*)::int4 from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as others`,
    [LOCK],
  );
  if (!rows[0]!.mine) throw new Error('Another backup of this database is under way: wait for it to end.');
  if (rows[0]!.others)
    throw new Error('The database has tablespaces outside its folder: back it up with pg_basebackup.');
  await client.query(`select pg_create_physical_replication_slot('permille_backup', true, true)`);
}

async function end(client: pg.Client, keep: KeepFile) {
  const { rows } = await client.query<{ label: string; last: string; version: number }>(
    `select labelfile as label, pg_walfile_name(lsn) as last,
       current_setting('server_version_num')::int4 / 10000 as version
     from pg_backup_stop(wait_for_archive => false)`,
  );
  const { label, last, version } = rows[0]!;
  const first = /\(file ([0-9A-F]{24})\)/.exec(label)![1]!;
  await keep('backup_label', Buffer.from(label));
  const needs = (name: string) =>
    /^[0-9A-F]{8}\.history$/.test(name) || (/^[0-9A-F]{24}$/.test(name) && first <= name && name <= last);
  return { version, needs };
}

/**
 * Copies a folder. A file that is deleted during the copy is no loss, because the log records its deletion.
 */
async function keepFolder(root: string, below: string, keep: KeepFile): Promise<string[]> {
  if (FOLDERS_LEFT_EMPTY.has(below)) return [below];
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch(unlessGone([]));
  const empty: string[] = entries.length === 0 && below ? [below] : [];
  for (const entry of entries) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (FILES_LEFT_OUT.test(path) || path === CONTROL_FILE) continue;
    if (entry.isDirectory()) empty.push(...(await keepFolder(root, path, keep)));
    else if (entry.isFile()) await keep(path, join(root, path)).catch(unlessGone(undefined));
  }
  return empty;
}

const unlessGone =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  };

/**
 * Reads the only file that is overwritten without a log. It is read until two readings are equal, so that
 * neither is half old.
 */
async function readWhole(path: string): Promise<Buffer> {
  let last = await readFile(path);
  for (;;) {
    const again = await readFile(path);
    if (again.equals(last)) return again;
    last = again;
  }
}

/** Returns the number of rows of each append-only table. */
export async function countAppended(client: pg.Client): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of ['ledger_entries', 'ledger_transfers']) {
    const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${table}`);
    counts.set(table, Number(rows[0]!.n));
  }
  return counts;
}

export const appendedRows = (before: Map<string, number>, after: Map<string, number>): AppendedRows[] =>
  [...before].map(([table, rows]) => ({ table, before: rows, after: after.get(table)! }));
