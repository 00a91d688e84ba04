import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { postgresAccount } from './embedded-account.ts';
import { give, requireSpace } from './embedded-cluster.ts';

/** The major version of the embedded PostgreSQL. */
export const EMBEDDED_MAJOR = 18;

interface Copied {
  postgres: number;
  files: { path: string; bytes: number }[];
  emptyFolders: string[];
}

/**
 * Restores a copied cluster into the data folder. The next start replays its log to the end of the copy.
 * `write` writes one of its files to a path. A half-restored cluster is never used.
 * @throws one sentence when there already is a database, no space, or the copy is of another major version
 */
export async function restoreCluster(
  dataDir: string,
  copied: Copied,
  write: (path: string, to: string) => Promise<void>,
): Promise<void> {
  const folder = join(resolve(dataDir), 'postgres');
  if (copied.postgres !== EMBEDDED_MAJOR)
    throw new Error(
      `The backup is of PostgreSQL ${copied.postgres}, and this version runs ${EMBEDDED_MAJOR}: restore it with the version of Permille that wrote it.`,
    );
  if (existsSync(folder))
    throw new Error(`The data folder ${dataDir} has a database already: set DATA_DIR to a new folder.`);
  requireSpace(
    dataDir,
    copied.files.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const making = `${folder}.init-${process.pid}`;
  try {
    mkdirSync(making, { mode: 0o700 });
    for (const path of copied.emptyFolders) mkdirSync(join(making, path), { recursive: true, mode: 0o700 });
    await writeAll(copied.files, async ({ path }) => {
      mkdirSync(dirname(join(making, path)), { recursive: true, mode: 0o700 });
      await write(path, join(making, path));
    });
    giveAll(making);
    // A rename does not replace a cluster that a server has made meanwhile.
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/**
 * The number of files written at once: a cluster is a thousand small files, and each waits for the disk or
 * another server.
 */
const AT_ONCE = 8;

/** Writes all files. Resolves or rejects only when no write is running any more. */
async function writeAll<T>(files: readonly T[], write: (file: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < files.length; start += AT_ONCE) {
    const round = await Promise.allSettled(files.slice(start, start + AT_ONCE).map(write));
    const failed = round.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }
}

function giveAll(folder: string): void {
  const account = postgresAccount();
  if (account.uid === undefined) return;
  give(folder, account);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    give(join(entry.parentPath, entry.name), account);
}
