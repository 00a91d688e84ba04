import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from './project.mjs';

/**
 * Returns a hash of the names and contents of these files and folders. Tests are left out, because they don't
 * affect a build.
 */
export function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesUnder).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    );
}

/**
 * Calls `build` unless `stamp` (a file under dist) records that the same sources were already built. If
 * several processes call this, one builds and the others wait.
 */
export async function whenChanged(stamp, paths, build) {
  const hash = hashOf(paths);
  const file = join(root, stamp);
  const isBuilt = () => existsSync(file) && readFileSync(file, 'utf8') === hash;
  if (isBuilt()) return;
  await alone(`${dirname(file)}.lock`, async () => {
    if (isBuilt()) return;
    await build();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, hash);
  });
}

const RETRY_MS = 100;

async function alone(lock, work) {
  mkdirSync(dirname(lock), { recursive: true });
  while (!take(lock)) await pause(RETRY_MS);
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Writes this process's id into the file, unless it names another running process. @returns whether it did
 */
function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (isLeftBehind(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isLeftBehind(lock) {
  const pid = existsSync(lock) && readFileSync(lock, 'utf8');
  // The file is empty if another process has made it and not yet written to it.
  if (!pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
