import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 1024 ** 3;

function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ENOUGH_BYTES;
}

/**
 * A folder for a cluster with its real settings (fsync on), in memory where there is room, so that a busy disk does
 * not decide how long a test takes. The PostgreSQL account may enter it, not list it. The caller removes it.
 */
export function testFolder(): string {
  const folder = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), 'permille-test-'));
  chmodSync(folder, 0o711);
  return folder;
}
