import { createHash } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { PART_BYTES } from '#server/infra/s3/multipart.ts';
import type { Bucket } from '#server/infra/s3/objects.ts';
import { createDiskStorage } from './disk-storage.ts';
import { type LocalCopies, openLocalCopies, pipeAll } from './local-copies.ts';
import { appendPieces, piecesOf, removePieces, sizeOf } from './s3-pieces.ts';
import type { Form, MediaStorage } from './storage.ts';

export const objectKey = (key: string, form: Form): string => `media/${key}/${form}`;

/** Seconds for which the address of a file that a browser got is valid. */
const LINK_SECONDS = 6 * 3600;

/**
 * Stores files as objects `media/<key>/<form>` of a bucket and uploads as pieces `uploads/<key>/<offset>`, so
 * that any process can continue an upload. Programs read and write through a local folder of this process.
 * @param publicEndpoint the address at which browsers reach the bucket; null: they can't
 */
export function createS3Storage(s3: Bucket, dataDir: string, publicEndpoint: string | null): MediaStorage {
  const copies = openLocalCopies(dataDir);
  const parts = createDiskStorage(copies.folder);
  const read = async (key: string, form: Form): Promise<Buffer> =>
    Buffer.concat(await (await bytesOf(s3, objectKey(key, form))).toArray());
  const borrow: MediaStorage['borrow'] = (key, form, work) =>
    copies.borrow(`${key}-${form}`, (to) => pipeAll(to, [() => bytesOf(s3, objectKey(key, form))]), work);

  return {
    async locate(key, form) {
      const name = objectKey(key, form);
      return {
        remote: {
          get: (range) => s3.get(name, range),
          link: async (shown) => publicEndpoint && (await s3.link(name, publicEndpoint, LINK_SECONDS, shown)),
        },
      };
    },
    borrow,
    read,
    async writeAt(key, form, position, bytes) {
      const known = (await s3.head(objectKey(key, form))) ? await read(key, form) : Buffer.alloc(0);
      const whole = Buffer.alloc(Math.max(known.length, position + bytes.length));
      known.copy(whole);
      Buffer.from(bytes).copy(whole, position);
      await copies.forget(`${key}-${form}`);
      await s3.put(objectKey(key, form), whole);
    },
    receive: parts.receive,
    async keep(key, partPath, form = 'file') {
      await putFile(s3, partPath, objectKey(key, form));
      await rm(partPath, { force: true });
    },
    sizeOf: async (key, form) => (await s3.head(objectKey(key, form)))?.bytes ?? null,
    ...uploadsIn(s3, copies, borrow),
    async remove(key) {
      await s3.removeAll(`media/${key}/`);
      await removePieces(s3, key);
      await copies.forget(`${key}-file`);
    },
    newPart: (key) => join(copies.folder, `part-${key}-${process.hrtime.bigint()}`),
    removePart: parts.removePart,
  };
}

type Uploads = Pick<
  MediaStorage,
  'sizeOfPart' | 'append' | 'flush' | 'whereWhole' | 'borrowWhole' | 'finish'
>;

async function bytesOf(s3: Bucket, name: string): Promise<Readable> {
  const given = await s3.get(name);
  if (!given) throw new Error(`the file ${name} is not in the bucket`);
  return given.bytes;
}

/** Uploads, which become files with the same bytes. */
const uploadsIn = (s3: Bucket, copies: LocalCopies, borrow: MediaStorage['borrow']): Uploads => ({
  sizeOfPart: async (key) => sizeOf(await piecesOf(s3, key)),
  append: (key, offset, bytes, how) => appendPieces(s3, key, offset, bytes, how),
  // Does nothing, because the bucket stores each piece durably.
  flush: async () => undefined,
  async whereWhole(key) {
    if ((await piecesOf(s3, key)).length > 0) return 'upload';
    return (await s3.head(objectKey(key, 'file'))) ? 'file' : null;
  },
  async borrowWhole(key, whole, work) {
    if (whole === 'file') return await borrow(key, 'file', work);
    const pieces = await piecesOf(s3, key);
    // Assembles the pieces into the file.
    const pour = (to: NodeJS.WritableStream) =>
      pipeAll(
        to,
        pieces.map((piece) => () => bytesOf(s3, piece.key)),
      );
    return await copies.borrow(`${key}-file`, pour, work);
  },
  async finish(key) {
    const pieces = await piecesOf(s3, key);
    const [first, ...more] = pieces;
    // The file exists already if the server died before it removed the pieces.
    if (first && more.length === 0) await s3.copy(first.key, objectKey(key, 'file'));
    else if (first)
      await s3.assemble(
        objectKey(key, 'file'),
        pieces.map((piece) => ({ copiedFrom: piece.key })),
      );
    await removePieces(s3, key);
  },
});

/** Puts a local file, in parts if it is large. Stores its SHA-256 with it and returns the SHA-256. */
export async function putFile(s3: Bucket, path: string, name: string): Promise<string> {
  const { size } = await stat(path);
  const file = await open(path, 'r');
  try {
    const part = async (at: number) => {
      const body = Buffer.alloc(Math.min(PART_BYTES, size - at));
      await file.read(body, 0, body.length, at);
      return body;
    };
    const hash = createHash('sha256');
    for (let at = 0; at < size; at += PART_BYTES) hash.update(await part(at));
    const sha256 = hash.digest('hex');
    if (size <= PART_BYTES) await s3.put(name, await part(0), { sha256 });
    else await s3.assemble(name, partsOf(size, part), { 'x-amz-meta-sha256': sha256 });
    return sha256;
  } finally {
    await file.close();
  }
}

async function* partsOf(size: number, part: (at: number) => Promise<Buffer>) {
  for (let at = 0; at < size; at += PART_BYTES) yield { body: await part(at) };
}
