import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './embedded-pidfile.ts';

const MEMORY = '/dev/shm';

/**
 * Where tests keep their clusters: in memory where there is room. A database is a thousand files, and a disk that was told
 * to forget thousands of them a moment ago takes ten times as long to make the next.
 */
export function quickBase(enoughBytes = 1024 ** 3): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > enoughBytes ? MEMORY : tmpdir();
}

/**
 * A folder for a cluster with its real settings (fsync on), where a busy disk does not decide how long a test takes. The
 * PostgreSQL account may enter it, not list it. The caller removes it.
 */
export function testFolder(): string {
  const folder = mkdtempSync(join(quickBase(), 'permille-test-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** The data folder of a story's server. The caller removes it; what a run left that was killed goes with the next. */
export function storyFolder(): string {
  const base = quickBase();
  for (const name of readdirSync(base)) {
    const owner = /^permille-story-(\d+)-/.exec(name)?.[1];
    if (owner && !isAlive(Number(owner))) rmSync(join(base, name), { recursive: true, force: true });
  }
  return mkdtempSync(join(base, `permille-story-${process.pid}-`));
}
