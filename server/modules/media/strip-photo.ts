import type { ErrorCode } from '#contract/errors.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';

export interface Photo {
  bytes: Buffer;
  contentType: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
}

type Unfit = Extract<ErrorCode, 'photo_type' | 'photo_unreadable'>;

/** A picture that unpacks to more would cost its viewers more than a photo is worth. */
const SIDE_MAX = 4096;

/**
 * Judges a photo by its content, and rewrites it without anything but the picture: no place where it was taken, no
 * comments, nothing after its end.
 */
export function stripPhoto(bytes: Buffer): Outcome<Photo, Unfit> {
  const isPng = bytes.subarray(0, 8).equals(PNG_SIGNATURE);
  const isJpeg = bytes.length > 3 && bytes.readUIntBE(0, 3) === 0xffd8ff;
  if (!isPng && !isJpeg) return refuse('photo_type');
  const photo = isPng ? stripPng(bytes) : stripJpeg(bytes);
  if (!photo || Math.min(photo.width, photo.height) < 1) return refuse('photo_unreadable');
  if (Math.max(photo.width, photo.height) > SIDE_MAX) {
    return refuse('photo_unreadable', {
      detail: `A photo can be at most ${SIDE_MAX} pixels wide and high.`,
    });
  }
  return photo;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND']);

/** The chunks that make the picture (https://www.w3.org/TR/png/#5Chunk-layout); null when the end is missing. */
function stripPng(bytes: Buffer): Photo | null {
  const parts: Buffer[] = [PNG_SIGNATURE];
  let size: { width: number; height: number } | null = null;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const kind = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length || (size === null) !== (kind === 'IHDR')) return null;
    if (kind === 'IHDR') size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (PNG_KEPT.has(kind)) parts.push(bytes.subarray(at, end));
    if (kind === 'IEND') return size && { bytes: Buffer.concat(parts), contentType: 'image/png', ...size };
    at = end;
  }
  return null;
}

const START_OF_IMAGE = Buffer.from([0xff, 0xd8]);
/** Any number of these may stand before a marker. */
const FILL = 0xff;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/** Huffman and arithmetic tables, quantization, restart interval. */
const TABLES = new Set([0xc4, 0xcc, 0xdb, 0xdd]);
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const isExtra = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

/**
 * The segments that make one picture (ITU-T T.81 annex B), and nothing behind its end. Null when the end is missing, and for
 * a second frame or picture, of which decoders show the one or the other.
 */
function stripJpeg(bytes: Buffer): Photo | null {
  const parts: Buffer[] = [START_OF_IMAGE];
  let size: { width: number; height: number } | null = null;
  for (let at = 2; at + 2 <= bytes.length; ) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff) return null;
    if (marker === FILL) {
      at++;
      continue;
    }
    if (marker === END_OF_IMAGE) {
      parts.push(bytes.subarray(at, at + 2));
      return size && { bytes: Buffer.concat(parts), contentType: 'image/jpeg', ...size };
    }
    if (at + 4 > bytes.length) return null;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) return null;
    const segment = bytes.subarray(at, end);
    if (isFrame(marker)) {
      if (size !== null || segment.length < 9) return null;
      size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
    } else if (marker === START_OF_SCAN ? size === null : !TABLES.has(marker) && !isExtra(marker)) {
      return null;
    }
    at = marker === START_OF_SCAN ? endOfScan(bytes, end) : end;
    if (marker === START_OF_SCAN) parts.push(segment, bytes.subarray(end, at));
    else if (!isExtra(marker) || isNeeded(marker, segment)) parts.push(segment);
  }
  return null;
}

/** Of application data, decoders need two: JFIF without its own small picture, and Adobe's color transform. */
function isNeeded(marker: number, segment: Buffer): boolean {
  const name = segment.toString('latin1', 4, 9);
  if (marker === 0xe0) return segment.length === 18 && name === 'JFIF\0' && segment.readUInt16BE(16) === 0;
  return marker === 0xee && segment.length === 16 && name === 'Adobe';
}

/** Where the picture's own data stops: at a marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = from;
  while (at + 1 < bytes.length) {
    const next = bytes[at + 1]!;
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
    at++;
  }
  return bytes.length;
}
