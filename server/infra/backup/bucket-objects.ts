import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PART_BYTES } from '../s3/multipart.ts';
import type { Bucket } from '../s3/objects.ts';
import { type Objects, openUnlessGone, type StoredObject } from './objects.ts';

interface At {
  s3: () => Promise<Bucket>;
  keyOf(sha256: string): string;
  /** The sizes of the stored objects by hash, updated with each put. */
  known(): Promise<Map<string, number>>;
}

/**
 * Objects of backups in a bucket, under the names that they would have in a folder. The bucket is listed
 * once.
 */
export function bucketObjects(s3: () => Promise<Bucket>, prefix: string, place: string): Objects {
  const root = `${prefix}objects/`;
  const keyOf = (sha256: string) => `${root}${sha256.slice(0, 2)}/${sha256}`;
  let listing: Promise<Map<string, number>> | null = null;
  const known = (): Promise<Map<string, number>> => (listing ??= listAll());

  async function listAll(): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for await (const { key, bytes } of (await s3()).list(root)) sizes.set(key.split('/').at(-1)!, bytes);
    return sizes;
  }
  const at: At = { s3, keyOf, known };
  return {
    async put(from) {
      const source = typeof from === 'string' ? await openUnlessGone(from) : from;
      if (source === null) return null;
      try {
        return await keep(at, source);
      } finally {
        if (!Buffer.isBuffer(source)) await source.close();
      }
    },
    has: async ({ sha256, bytes }) => (await known()).get(sha256) === bytes,
    async get({ sha256, bytes }, path) {
      const given = await (await s3()).get(keyOf(sha256));
      if (!given)
        throw new Error(
          `The backup lacks the file ${keyOf(sha256)} in ${place}: take another backup, or bring it back.`,
        );
      const read = await pourOut(given.bytes, path);
      if (read.sha256 === sha256 && read.bytes === bytes) return;
      if (path) await rm(path, { force: true });
      // The next backup then uploads the object again.
      await (await s3()).remove(keyOf(sha256));
      throw new Error(`The file ${keyOf(sha256)} in ${place} was damaged, and removed: take another backup.`);
    },
    async keepOnly(wanted) {
      for (const sha256 of (await known()).keys())
        if (!wanted.has(sha256)) await (await s3()).remove(keyOf(sha256));
      await (await s3()).abortUnfinished(root, new Date(Date.now() - DAY_MS));
      listing = null;
    },
  };
}

async function keep(at: At, source: FileHandle | Buffer): Promise<StoredObject> {
  const small = Buffer.isBuffer(source) ? source : await readSmall(source);
  const object = small ? objectOf(small) : await hashOf(source as FileHandle);
  if ((await at.known()).get(object.sha256) === object.bytes) return object;
  if (small) await (await at.s3()).put(at.keyOf(object.sha256), small);
  else if (!(await send(at, source as FileHandle, object))) return await keepCopy(at, source as FileHandle);
  (await at.known()).set(object.sha256, object.bytes);
  return object;
}

/** Returns false, without writing an object, when the file changed between its two readings. */
async function send(at: At, file: FileHandle, { sha256, bytes }: StoredObject): Promise<boolean> {
  const changed = new Error('changed');
  const parts = async function* () {
    const hash = createHash('sha256');
    for await (const body of blocksOf(file, bytes)) {
      hash.update(body);
      yield { body };
    }
    if (hash.digest('hex') !== sha256) throw changed;
  };
  try {
    await (await at.s3()).assemble(at.keyOf(sha256), parts());
    return true;
  } catch (error) {
    if (error === changed) return false;
    throw error;
  }
}

/** Copies the file first, because a running database writes to its files between our two readings. */
async function keepCopy(at: At, file: FileHandle): Promise<StoredObject> {
  const path = join(tmpdir(), `permille-backup-${randomUUID()}`);
  try {
    await pipeline(
      file.createReadStream({ start: 0, autoClose: false }),
      createWriteStream(path, { mode: 0o600 }),
    );
    const copy = await open(path, 'r');
    return await keep(at, copy).finally(() => copy.close());
  } finally {
    await rm(path, { force: true });
  }
}

const DAY_MS = 86_400_000;

const objectOf = (body: Buffer): StoredObject => ({
  sha256: createHash('sha256').update(body).digest('hex'),
  bytes: body.length,
});

/** Returns the bytes of a file that one request can upload; null when the file is larger. */
async function readSmall(file: FileHandle): Promise<Buffer | null> {
  const body = Buffer.alloc(Math.min((await file.stat()).size + 1, PART_BYTES + 1));
  let bytes = 0;
  while (bytes < body.length) {
    const { bytesRead } = await file.read(body, bytes, body.length - bytes, bytes);
    if (bytesRead === 0) return body.subarray(0, bytes);
    bytes += bytesRead;
  }
  return bytes > PART_BYTES ? null : await readSmall(file);
}

async function hashOf(file: FileHandle): Promise<StoredObject> {
  const hash = createHash('sha256');
  const { size } = await file.stat();
  for await (const body of blocksOf(file, size)) hash.update(body);
  return { sha256: hash.digest('hex'), bytes: size };
}

/** Yields the first `size` bytes in parts; fewer when the file became shorter. */
async function* blocksOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const body = Buffer.alloc(Math.min(PART_BYTES, size - at));
    let filled = 0;
    while (filled < body.length) {
      const { bytesRead } = await file.read(body, filled, body.length - filled, at + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    if (filled === 0) return;
    yield body.subarray(0, filled);
    at += filled;
  }
}

async function pourOut(bytes: Readable, path: string | null): Promise<StoredObject> {
  const hash = createHash('sha256');
  let count = 0;
  const counted = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      count += chunk.length;
      if (path) yield chunk;
    }
  };
  if (path)
    await pipeline(bytes, counted, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  else for await (const _ of counted(bytes));
  return { sha256: hash.digest('hex'), bytes: count };
}
