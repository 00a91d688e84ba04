import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '#server/infra/s3/objects.ts';
import { objectKey, putFile } from './s3-storage.ts';
import type { Form } from './storage.ts';

export interface Moved {
  files: number;
  bytes: number;
  /** Number of files that changed or are still arriving. The next run moves them. */
  left: number;
}

/**
 * Moves the files of the disk into the bucket, one by one, while the server reads from both. Each file is
 * put, read back, compared, and only then removed here. Stopping a run loses nothing; the next run continues.
 * @param onFile is called after each file
 */
export async function moveFiles(s3: Bucket, dataDir: string, onFile: (moved: Moved) => void): Promise<Moved> {
  const root = join(dataDir, 'media');
  const moved: Moved = { files: 0, bytes: 0, left: 0 };
  for (const key of await namesIn(root)) {
    for (const name of await namesIn(join(root, key))) {
      // Parts of unfinished uploads are skipped: they end here, and the next run moves the file.
      const isFinished = name !== 'upload' && !name.startsWith('part-');
      const bytes = isFinished
        ? await moveOne(s3, join(root, key, name), objectKey(key, name as Form))
        : null;
      if (bytes === null) moved.left += 1;
      else {
        moved.files += 1;
        moved.bytes += bytes;
      }
      onFile(moved);
    }
    await rmdir(join(root, key)).catch(unlessKept);
  }
  return moved;
}

/** Moves one file. Returns the number of moved bytes; null if the file changed meanwhile. */
async function moveOne(s3: Bucket, path: string, name: string): Promise<number | null> {
  const before = await stat(path);
  const known = await s3.head(name);
  const here = await hashOf(createReadStream(path));
  // If an earlier run was stopped after the put, the bucket has the file already.
  if (known?.sha256 !== here || known.bytes !== before.size) await putFile(s3, path, name);
  const given = await s3.get(name);
  const there = given ? await hashOf(given.bytes) : null;
  if (there !== here)
    throw new Error(`${name} is not in the bucket what ${path} is here; nothing was removed.`);
  if (!isSame(before, await stat(path))) return null;
  await rm(path);
  return before.size;
}

const isSame = (one: Stats, other: Stats): boolean =>
  one.size === other.size && one.mtimeMs === other.mtimeMs;

async function hashOf(bytes: NodeJS.ReadableStream): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest('hex');
}

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(() => [])).sort();

function unlessKept(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'ENOENT') throw error;
}
