import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { makeDataFolder } from './data-folder.ts';
import { type Account, canReach, programEnv } from './embedded-account.ts';

import type { Binaries } from './embedded-binaries.ts';
import { isAlive } from './embedded-pidfile.ts';

export const OWNER = 'permille_owner';
const MIN_FREE_BYTES = 200 * 1024 * 1024;
const SECRETS = 'permille-secrets.json';

export type Secrets = { ownerPassword: string; appPassword: string };

/**
 * A cluster on disk. `folder` is its real path, `argument` the path that the PostgreSQL account uses from
 * inside the folder.
 */
export type Cluster = { folder: string; argument: string; secrets: Secrets };

/**
 * The location of a cluster, and the account that makes it. `runFolder` is a private folder that the
 * PostgreSQL account can enter.
 */
export type Place = {
  folder: string;
  runFolder: string;
  account: Account;
  binaries: Binaries;
  sync: boolean;
};

/** Makes the data folder; throws one sentence when it can't be written or lacks space. */
export function requireSpace(dataDir: string, bytes = MIN_FREE_BYTES): void {
  let made: string | undefined;
  try {
    made = makeDataFolder(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The data folder ${dataDir} cannot be written (${code}): set DATA_DIR to one that can.`);
  }
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize >= bytes) return;
  const left = Math.floor((bavail * bsize) / 1024 / 1024);
  if (made) rmSync(made, { recursive: true });
  throw new Error(
    `Only ${left} MB are free for the data folder ${dataDir}: at least ${Math.ceil(bytes / 1024 / 1024)} MB are needed.`,
  );
}

/** Gives `path` to the account that runs PostgreSQL. Does nothing when that is this process's own account. */
export function give(path: string, { uid, gid }: Account): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/**
 * Returns the path by which PostgreSQL's account names the folder. PostgreSQL uses an absolute path, so its
 * account can't reach a folder below a private home (/root). On Linux it can use the working folder, which is
 * entered before the account changes.
 */
function nameFor(account: Account, folder: string): string {
  if (canReach(account, folder, 'x')) return folder;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new Error(
    `PostgreSQL does not run as root, and its account cannot enter ${folder}: set DATA_DIR elsewhere.`,
  );
}

function initialise({ folder, account, binaries, runFolder, sync }: Place): void {
  removeAbandoned(folder);
  const making = `${folder}.init-${process.pid}`;
  mkdirSync(making, { recursive: true, mode: 0o700 });
  give(making, account);
  const secrets: Secrets = { ownerPassword: newPassword(), appPassword: newPassword() };
  const passwordFile = join(runFolder, 'password');
  writeFileSync(passwordFile, secrets.ownerPassword, { mode: 0o600 });
  give(passwordFile, account);
  const done = spawnSync(
    binaries.initdb,
    [
      ...[
        '-D',
        nameFor(account, making),
        '-U',
        OWNER,
        '-E',
        'UTF8',
        '--auth=scram-sha-256',
        '--no-instructions',
      ],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--data-checksums'],
      `--pwfile=${passwordFile}`,
      ...(sync ? [] : ['--no-sync']),
    ],
    { ...account, cwd: making, env: programEnv, encoding: 'utf8' },
  );
  rmSync(passwordFile, { force: true });
  if (done.status !== 0) {
    rmSync(making, { recursive: true, force: true });
    throw new Error(
      `PostgreSQL's initdb failed: ${done.error?.message ?? `${done.stderr}${done.stdout}`.trim()}`,
    );
  }
  // The secrets are in the cluster's own folder, so that they are restored and deleted together with it.
  writeFileSync(join(making, SECRETS), JSON.stringify(secrets), { mode: 0o600 });
  give(join(making, SECRETS), account);
  publish(making, folder);
}

/** Removes the remains of a process that was killed while it made its cluster. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(dirname(folder))) {
    const pid = name.startsWith(`${basename(folder)}.init-`) ? Number(name.split('-').at(-1)) : 0;
    if (pid === process.pid || (pid > 0 && !isAlive(pid)))
      rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
}

/**
 * Renames the finished cluster to its final name, so that a half-made one is never used. If two processes
 * made one, the first wins.
 */
function publish(making: string, folder: string): void {
  try {
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(join(folder, SECRETS))) throw error;
  }
}

const newPassword = (): string => randomBytes(24).toString('base64url');

/** Opens the cluster in `folder`, and makes it first when it does not exist (about half a second). */
export function openCluster(place: Place): Cluster {
  const { folder, account } = place;
  if (!existsSync(join(folder, 'PG_VERSION'))) initialise(place);
  const real = realpathSync(folder);
  const secrets = JSON.parse(readFileSync(join(real, SECRETS), 'utf8')) as Secrets;
  return { folder: real, argument: nameFor(account, real), secrets };
}
