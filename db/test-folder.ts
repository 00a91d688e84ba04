import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
