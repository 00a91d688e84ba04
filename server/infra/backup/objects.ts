import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface StoredObject {
  sha256: string;
  bytes: number;
}

/**
 * Files named by their SHA-256 below a folder: bytes that two backups share are stored once, and anyone can
 * check them with `sha256sum`.
 */
export interface Objects {
  /** Stores a file as it is now, or the given bytes. Returns null when the file no longer exists. */
  put(from: string | Buffer): Promise<StoredObject | null>;
  has(object: StoredObject): Promise<boolean>;
  /**
   * Writes the object's bytes to `path`, or only checks them when `path` is null. A damaged object is moved
   * aside, so that the next backup writes it again.
   * @throws one sentence
   */
  get(object: StoredObject, path: string | null): Promise<void>;
  /** Removes the objects that no backup names, and the remains of interrupted backups. */
  keepOnly(wanted: ReadonlySet<string>): Promise<void>;
}

const CHUNK_BYTES = 1024 * 1024;

export function openObjects(folder: string): Objects {
  const root = join(folder, 'objects');
  const incoming = join(folder, 'incoming');
  const pathOf = (sha256: string) => join(root, sha256.slice(0, 2), sha256);
  const sizeOf = async (sha256: string) => (await stat(pathOf(sha256)).catch(() => null))?.size ?? null;

  async function keep(source: FileHandle | Buffer): Promise<StoredObject> {
    const small = Buffer.isBuffer(source) ? source : await readSmall(source);
    if (small) {
      const object = { sha256: createHash('sha256').update(small).digest('hex'), bytes: small.length };
      // Most files of a database are small and unchanged since the last backup.
      if ((await sizeOf(object.sha256)) === object.bytes) return object;
    }
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    const path = join(incoming, randomUUID());
    try {
      const object = await copy(small ?? source, path);
      // An object of the right length may still be damaged; the check of a backup finds that.
      if ((await sizeOf(object.sha256)) === object.bytes) return object;
      await mkdir(dirname(pathOf(object.sha256)), { recursive: true, mode: 0o700 });
      await rename(path, pathOf(object.sha256));
      return object;
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    async put(from) {
      const source = typeof from === 'string' ? await openUnlessGone(from) : from;
      if (source === null) return null;
      try {
        return await keep(source);
      } finally {
        if (!Buffer.isBuffer(source)) await source.close();
      }
    },
    has: async ({ sha256, bytes }) => (await sizeOf(sha256)) === bytes,
    async get({ sha256, bytes }, path) {
      if ((await sizeOf(sha256)) === null)
        throw new Error(
          `The backup lacks the file ${pathOf(sha256)}: take another backup, or bring it back.`,
        );
      const file = await open(pathOf(sha256), 'r');
      const read = await copy(file, path).finally(() => file.close());
      if (read.sha256 === sha256 && read.bytes === bytes) return;
      if (path) await rm(path, { force: true });
      const aside = `${pathOf(sha256)}.damaged`;
      await rename(pathOf(sha256), aside).catch(() => undefined);
      throw new Error(
        `The file ${pathOf(sha256)} of the backup is damaged, and set aside as ${aside}: take another backup.`,
      );
    },
    async keepOnly(wanted) {
      await rm(incoming, { recursive: true, force: true });
      for (const entry of await readdir(root, { withFileTypes: true, recursive: true }))
        if (entry.isFile() && !wanted.has(entry.name)) await rm(join(entry.parentPath, entry.name));
    },
  };
}

export const openUnlessGone = async (path: string): Promise<FileHandle | null> =>
  await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

/** Returns the bytes of a file of at most a megabyte; null when the file is larger. */
async function readSmall(file: FileHandle): Promise<Buffer | null> {
  const { size } = await file.stat();
  if (size > CHUNK_BYTES) return null;
  const memory = Buffer.allocUnsafe(size + 1);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await file.read(memory, bytes, memory.length - bytes, bytes);
    if (bytesRead === 0) return memory.subarray(0, bytes);
    bytes += bytesRead;
    // The file may have grown beyond the limit meanwhile.
    if (bytes === memory.length) return null;
  }
}

/** Reads a file or bytes to the end, and writes them to a new file unless `to` is null. */
async function copy(from: FileHandle | Buffer, to: string | null): Promise<StoredObject> {
  const hash = createHash('sha256');
  const target = to === null ? null : await open(to, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const block of Buffer.isBuffer(from) ? [from] : blocksOf(from)) {
      hash.update(block);
      bytes += block.length;
      await target?.writeFile(block);
    }
    // The bytes must be on the disk before a backup names them.
    await target?.sync();
  } finally {
    await target?.close();
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Yields the file from its beginning; every block reuses the same memory. */
async function* blocksOf(file: FileHandle): AsyncGenerator<Buffer> {
  const { size } = await file.stat();
  const memory = Buffer.allocUnsafe(Math.min(size + 1, CHUNK_BYTES));
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(memory, 0, memory.length, at);
    if (bytesRead === 0) return;
    yield memory.subarray(0, bytesRead);
    at += bytesRead;
  }
}
