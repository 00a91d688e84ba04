import { execFile } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lastingPort } from '../../scripts/lasting-port.ts';

const run = promisify(execFile);
const HOME = '/usr/lib/postgresql';

/**
 * Returns the folder of an installed PostgreSQL with its tools, as an operator has one. The embedded one
 * lacks pg_basebackup.
 */
function binaries(): string {
  if (process.env.PG_BIN) return process.env.PG_BIN;
  const versions = existsSync(HOME)
    ? readdirSync(HOME).sort((one, other) => Number(one) - Number(other))
    : [];
  const newest = versions.at(-1);
  if (!newest)
    throw new Error('Install PostgreSQL (apt-get install postgresql), or name its programs in PG_BIN.');
  return join(HOME, newest, 'bin');
}

/** Runs servers in one folder, which archive their log of changes beside them. */
export async function outsidePostgres(folder: string) {
  const bin = binaries();
  const isRoot = process.getuid?.() === 0;
  // The programs run as another user, because PostgreSQL refuses to run as root.
  const asPostgres = (program: string, args: string[]) =>
    isRoot
      ? run('runuser', ['-u', 'postgres', '--', join(bin, program), ...args], { cwd: folder })
      : run(join(bin, program), args, { cwd: folder });
  const archive = join(folder, 'archive');
  mkdirSync(archive);
  chmodSync(folder, 0o755);
  if (isRoot) {
    const { stdout } = await run('id', ['-u', 'postgres']);
    for (const path of [folder, archive]) chownSync(path, Number(stdout), -1);
  }
  const port = await lastingPort();
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const pathOf = (name: string) => join(folder, name);
  const start = (name: string) =>
    asPostgres('pg_ctl', ['-D', pathOf(name), '-l', pathOf(`${name}.log`), '-w', '-t', '120', 'start']);
  return {
    bin,
    urlOf,
    archive,
    pathOf,
    start,
    stop: (name: string, how: 'fast' | 'immediate') =>
      asPostgres('pg_ctl', ['-D', pathOf(name), '-m', how, '-w', 'stop']),
    async create(name: string) {
      await asPostgres('initdb', ['-D', pathOf(name), '-A', 'trust', '-U', 'postgres', '--no-sync']);
      appendFileSync(
        join(pathOf(name), 'postgresql.conf'),
        [
          `port = ${port}`,
          "listen_addresses = '127.0.0.1'",
          `unix_socket_directories = '${folder}'`,
          'archive_mode = on',
          `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f'`,
          '',
        ].join('\n'),
      );
      await start(name);
    },
    /** Copies the running server without its log, which the archive has. */
    baseBackup: (to: string) =>
      asPostgres('pg_basebackup', [
        ...['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-D', pathOf(to)],
        ...['-c', 'fast', '--wal-method=none'],
      ]),
    /** Recovers a base backup to a time with the archive, and starts it. */
    async recover(name: string, until: string) {
      appendFileSync(
        join(pathOf(name), 'postgresql.conf'),
        [
          `restore_command = 'cp ${archive}/%f %p'`,
          `recovery_target_time = '${until}'`,
          "recovery_target_action = 'promote'",
          '',
        ].join('\n'),
      );
      appendFileSync(join(pathOf(name), 'recovery.signal'), '');
      if (isRoot) await run('chown', ['postgres:', join(pathOf(name), 'recovery.signal')]);
      await start(name);
    },
  };
}
