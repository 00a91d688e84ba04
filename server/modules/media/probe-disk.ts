import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newStorageKey } from './storage.ts';

/**
 * Writes a file below `dataDir`, as an upload does, and removes it. Returns a sentence about the problem, or
 * null.
 */
export async function probeDisk(dataDir: string): Promise<string | null> {
  const folder = join(dataDir, 'media', newStorageKey());
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'part-probe'), '.', { flush: true });
    return null;
  } catch (error) {
    const { code = 'without a reason' } = error as NodeJS.ErrnoException;
    return `The disk of uploaded files takes none (${code}): look whether it is full, mounted, and writable for the server.`;
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
