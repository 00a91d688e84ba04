import { readSync } from 'node:fs';
import { HEADER_MAX_BYTES, readHeader, Unfit } from './boxes.ts';

/** As many as four days of fragments of two seconds. */
const BOXES_MAX = 400_000;

/** The index is read into memory whole; ten hours at 60 pictures a second need 45 MB. */
const INDEX_MAX_BYTES = 64 * 1024 * 1024;
/** One fragment of a movie. */
const FRAGMENT_MAX_BYTES = 4 * 1024 * 1024;

interface Place {
  at: number;
  size: number;
}

/** The top-level boxes of an MP4 that matter here. */
export interface Outline {
  moov: Place;
  moofs: Place[];
}

/**
 * Reads the top-level boxes of a file. Each declares its size, so a truncated file is noticed even if the index at its front
 * is complete.
 * @throws Unfit
 */
export function walkFile(file: number, fileBytes: number): Outline {
  const header = Buffer.alloc(HEADER_MAX_BYTES);
  let moov: Place | null = null;
  const moofs: Place[] = [];
  let at = 0;
  for (let box = 0; at < fileBytes; box++) {
    if (box === BOXES_MAX) throw new Unfit('file_unreadable');
    const read = readSync(file, header, 0, HEADER_MAX_BYTES, at);
    const { kind, size, headerBytes } = readHeader(header, 0, fileBytes - at);
    if (box === 0 && !isMp4(header, read)) throw new Unfit('invalid_file_type');
    // Players ignore bytes after the last box, and so does this.
    if (read < headerBytes || size < headerBytes || !/^[\x20-\x7e\xa9]{4}$/.test(kind)) break;
    if (kind === 'moov') {
      if (moov) throw new Unfit('file_unreadable');
      if (size > INDEX_MAX_BYTES && at + size <= fileBytes) throw new Unfit('file_index_too_large');
      moov = { at, size };
    }
    if (kind === 'moof') {
      if (size > FRAGMENT_MAX_BYTES) throw new Unfit('file_unreadable');
      moofs.push({ at, size });
    }
    at += size;
  }
  if (at > fileBytes) throw new Unfit('file_truncated');
  if (!moov) throw new Unfit(at < fileBytes ? 'invalid_file_type' : 'file_truncated');
  return { moov, moofs };
}

const isMp4 = (header: Buffer, read: number): boolean =>
  read >= 12 &&
  header.toString('latin1', 4, 8) === 'ftyp' &&
  // QuickTime's own format has another kind of index.
  header.toString('latin1', 8, 12) !== 'qt  ';
