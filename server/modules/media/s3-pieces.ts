import { finished, PassThrough, type Readable } from 'node:stream';
import type { Bucket } from '#server/infra/s3/objects.ts';
import { TooManyBytes, Unwanted } from './append-to.ts';
import type { Appending } from './storage.ts';
import { type Pace, UPLOAD_PACE, watchPace } from './upload-pace.ts';

/**
 * Size of each piece except the last: large enough for the server to assemble them into one object, few
 * enough pieces for 100 GB, and small enough for each sender to hold one in memory.
 */
export const PIECE_BYTES = 8 * 1024 * 1024;

export interface Piece {
  key: string;
  offset: number;
  bytes: number;
}

const folderOf = (key: string) => `uploads/${key}/`;
/** Returns the key of a piece. The offset is padded, so that the order of names is the order of offsets. */
const pieceKey = (key: string, offset: number) => `${folderOf(key)}${String(offset).padStart(14, '0')}`;

/** Returns the contiguous pieces of an upload from its beginning. Pieces after a gap don't count. */
export async function piecesOf(s3: Bucket, key: string): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for await (const { key: name, bytes } of s3.list(folderOf(key))) {
    const offset = Number(name.slice(folderOf(key).length));
    if (offset !== sizeOf(pieces)) break;
    pieces.push({ key: name, offset, bytes });
  }
  return pieces;
}

export const sizeOf = (pieces: Piece[]): number => {
  const last = pieces.at(-1);
  return last ? last.offset + last.bytes : 0;
};

export const removePieces = (s3: Bucket, key: string): Promise<void> => s3.removeAll(folderOf(key));

/**
 * Appends a stream to an upload, piece by piece. Any process may do so, because the bucket alone holds the
 * upload's state. A short last piece grows. Bytes that arrived are kept however the request ends.
 * @throws TooManyBytes (keeps none of these bytes), Unwanted, TooSlow, the signal's reason, or errors of the
 * stream or the bucket
 */
export async function appendPieces(
  s3: Bucket,
  key: string,
  offset: number,
  bytes: Readable,
  { room, signal, onFlush }: Appending,
  pace: Pace = UPLOAD_PACE,
): Promise<void> {
  const before = await piecesOf(s3, key);
  const last = before.at(-1);
  const grows = last && last.bytes < PIECE_BYTES ? last : null;
  const start = grows?.offset ?? sizeOf(before);
  const begun = grows ? await bytesOf(s3, grows.key) : Buffer.alloc(0);
  if (start + begun.length !== offset) throw new Error(`the upload ${key} was changed meanwhile`);

  const sender = watchPace(pace);
  let held: Buffer[] = begun.length > 0 ? [begun] : [];
  let heldBytes = begun.length;
  let at = start;
  let taken = 0;
  const put = async (): Promise<void> => {
    if (heldBytes === 0) return;
    const all = Buffer.concat(held);
    const piece = all.subarray(0, PIECE_BYTES);
    await s3.put(pieceKey(key, at), piece);
    if (piece.length === PIECE_BYTES) at += PIECE_BYTES;
    held = piece.length === PIECE_BYTES && all.length > piece.length ? [all.subarray(PIECE_BYTES)] : [];
    heldBytes = all.length - piece.length;
  };
  const ending = AbortSignal.any([signal, sender.signal]);
  const through = listenTo(bytes, ending);
  try {
    for await (const chunk of through as AsyncIterable<Buffer>) {
      sender.took(chunk.length);
      taken += chunk.length;
      if (taken > room) throw new TooManyBytes();
      held.push(chunk);
      heldBytes += chunk.length;
      while (heldBytes >= PIECE_BYTES) {
        await put();
        // Restarts the pace, because the bucket was slow here, not the sender.
        sender.took(0);
        if (!(await onFlush())) throw new Unwanted();
      }
    }
    await put();
  } catch (error) {
    if (error instanceof TooManyBytes) await cutBack(s3, key, { offset, grows, begun });
    else if (!(error instanceof Unwanted)) await put();
    ending.throwIfAborted();
    throw error;
  } finally {
    sender.over();
    bytes.unpipe(through);
  }
}

/**
 * Reads the sender's bytes. On an abort the connection remains open, because the sender still gets a reply.
 */
function listenTo(bytes: Readable, ending: AbortSignal): PassThrough {
  const through = new PassThrough({ highWaterMark: 1024 * 1024 });
  const end = () => {
    bytes.unpipe(through);
    through.destroy(ending.reason as Error);
  };
  if (ending.aborted) end();
  else ending.addEventListener('abort', end, { once: true });
  finished(bytes, { writable: false }, (error) => void (error && through.destroy(error)));
  return bytes.pipe(through);
}

/** Restores the earlier state: removes the new pieces, and shortens the piece that grew. */
async function cutBack(
  s3: Bucket,
  key: string,
  { offset, grows, begun }: { offset: number; grows: Piece | null; begun: Buffer },
): Promise<void> {
  for (const piece of await piecesOf(s3, key)) if (piece.offset >= offset) await s3.remove(piece.key);
  if (grows) await s3.put(grows.key, begun);
}

async function bytesOf(s3: Bucket, key: string): Promise<Buffer> {
  const given = await s3.get(key);
  if (!given) throw new Error(`the piece ${key} is gone`);
  const chunks: Buffer[] = [];
  for await (const chunk of given.bytes as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
