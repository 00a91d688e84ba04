import { finished, PassThrough, type Readable } from 'node:stream';
import type { Bucket } from '#server/infra/s3/objects.ts';
import { TooManyBytes, Unwanted } from './append-to.ts';
import { type Pace, UPLOAD_PACE, watchPace } from './pace.ts';
import type { Appending } from './storage.ts';

/**
 * So large is each piece but the last: enough for the server to make one object of them by itself, few enough for 100 GB, and small
 * enough to be held in memory by each sender.
 */
export const PIECE_BYTES = 8 * 1024 * 1024;

export interface Piece {
  key: string;
  offset: number;
  bytes: number;
}

const folderOf = (key: string) => `uploads/${key}/`;
/** Sorted by name they are sorted by place. */
const pieceKey = (key: string, offset: number) => `${folderOf(key)}${String(offset).padStart(14, '0')}`;

/** The pieces of an upload that follow each other from its beginning; what comes after a gap does not count. */
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
 * Adds a stream to an upload, piece by piece, from any process: what is there is what the bucket has. A short last piece
 * grows. What arrived stays, however it ends.
 * @throws TooManyBytes (none of these bytes is kept), Unwanted, TooSlow, the signal's reason, or what stream or bucket threw
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
        // The sender was not the slow one.
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

/** What comes from a sender, without ending the connection on one who is owed an answer. */
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

/** As it was before: pieces that follow are removed, and the one that grew is short again. */
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
