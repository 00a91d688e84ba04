import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './embedded-pidfile.ts';

const MEMORY = '/dev/shm';

/**
 * Returns the folder of test clusters, which is in memory when there is space. A database is a thousand
 * files, and a disk that has just deleted thousands of them takes ten times as long to create the next.
 */
export function quickBase(enoughBytes = 1024 ** 3): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > enoughBytes ? MEMORY : tmpdir();
}

/**
 * Makes a folder for a cluster with its real settings (fsync on), in memory so that a busy disk does not slow
 * the test. The PostgreSQL account may enter it, not list it. The caller removes it.
 */
export function testFolder(): string {
  const folder = mkdtempSync(join(quickBase(), 'permille-test-'));
  chmodSync(folder, 0o711);
  return folder;
}

/**
 * Makes the data folder of a story's server. The caller removes it; the next run removes the folders of
 * killed runs.
 */
export function storyFolder(): string {
  const base = quickBase();
  for (const name of readdirSync(base)) {
    const owner = /^permille-story-(\d+)-/.exec(name)?.[1];
    if (owner && !isAlive(Number(owner))) rmSync(join(base, name), { recursive: true, force: true });
  }
  return mkdtempSync(join(base, `permille-story-${process.pid}-`));
}
