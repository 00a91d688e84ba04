import { readSync } from 'node:fs';
import { HEADER_MAX_BYTES, readHeader, Unfit } from './boxes.ts';

/** Maximum of top-level boxes: enough for four days of fragments of two seconds. */
const BOXES_MAX = 400_000;

/** The index is read into memory whole; ten hours at 60 frames a second need 45 MB. */
const INDEX_MAX_BYTES = 64 * 1024 * 1024;
/** Largest fragment of a movie. */
const FRAGMENT_MAX_BYTES = 4 * 1024 * 1024;

interface Place {
  at: number;
  size: number;
}

/** The top-level boxes of an MP4 that matter here. */
export interface Outline {
  moov: Place;
  moofs: Place[];
  /** Whether the format is QuickTime's (MOV), whatever the file's name is. */
  isQuickTime: boolean;
  /** The file ends within its last box. */
  isCut: boolean;
}

/**
 * Reads the top-level boxes of a file. Each box declares its size, so a truncated file is noticed even if the
 * index at its front is complete. A fragmented movie may be truncated: a recorder that crashed leaves all but
 * its last fragment.
 * @throws Unfit
 */
export function walkFile(file: number, fileBytes: number): Outline {
  const header = Buffer.alloc(HEADER_MAX_BYTES);
  let moov: Place | null = null;
  const moofs: Place[] = [];
  let isQuickTime = false;
  let at = 0;
  for (let box = 0; at < fileBytes; box++) {
    if (box === BOXES_MAX) throw new Unfit('file_unreadable');
    const read = readSync(file, header, 0, HEADER_MAX_BYTES, at);
    const { kind, size, headerBytes } = readHeader(header, 0, fileBytes - at);
    if (box === 0) isQuickTime = brandOf(header, read, kind) === 'mov';
    // Ignores bytes after the last box, as players do.
    if (read < headerBytes || size < headerBytes || !/^[\x20-\x7e\xa9]{4}$/.test(kind)) break;
    if (kind === 'moov') {
      if (moov) throw new Unfit('file_unreadable');
      if (size > INDEX_MAX_BYTES && at + size <= fileBytes) throw new Unfit('file_index_too_large');
      moov = { at, size };
    }
    if (kind === 'moof') {
      if (size > FRAGMENT_MAX_BYTES) throw new Unfit('file_unreadable');
      if (at + size <= fileBytes) moofs.push({ at, size });
    }
    at += size;
  }
  const isCut = at > fileBytes;
  if (isCut && moofs.length === 0) throw new Unfit('file_truncated');
  if (!moov) throw new Unfit(at < fileBytes ? 'invalid_file_type' : 'file_truncated');
  return { moov, moofs, isQuickTime, isCut };
}

/** First boxes of old QuickTime files, which have no `ftyp`. */
const OLD_MOVIE = ['moov', 'mdat', 'wide', 'pnot', 'free', 'skip'];

/**
 * Returns whether the file is MP4 or QuickTime.
 * @throws Unfit for a file that is neither
 */
function brandOf(header: Buffer, read: number, kind: string): 'mp4' | 'mov' {
  if (read >= 12 && kind === 'ftyp') return header.toString('latin1', 8, 12) === 'qt  ' ? 'mov' : 'mp4';
  throw new Unfit(read >= 12 && OLD_MOVIE.includes(kind) ? 'file_quicktime' : 'invalid_file_type');
}
