import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { GivenObject, Shown } from '#server/infra/s3/objects.ts';

/** Files by a key that the server generates: one folder per file, with the finished file and unfinished parts. */
export interface MediaStorage {
  /** Returns the path or server from which to read the bytes. Does not check that the bytes exist. */
  locate(key: string, form: Form): Promise<{ path: string } | { remote: RemoteFile }>;
  /**
   * Lends a local file with these bytes for the duration of the work.
   * @throws when there is no such file
   */
  borrow<T>(key: string, form: Form, work: (path: string) => Promise<T>): Promise<T>;
  /** Reads a whole file; for small files only. */
  read(key: string, form: Form): Promise<Buffer>;
  /** Writes into a small growing file, and creates it if it is missing. Safe to repeat. */
  writeAt(key: string, form: Form, position: number, bytes: Buffer): Promise<void>;
  /**
   * Streams at most `limitBytes` to a new part and flushes it to the disk. Removes the part if the sender
   * stops early, is too slow, or anything fails.
   * @throws TooManyBytes, or errors of the stream or the disk
   */
  receive(key: string, bytes: Readable, limitBytes: number): Promise<{ path: string; sizeBytes: number }>;
  /** Turns a part into the finished file or its small size, and removes parts that earlier senders left. */
  keep(key: string, partPath: string, form?: Form): Promise<void>;
  /** Returns the size of this form; null if the file has no such form. */
  sizeOf(key: string, form: Form): Promise<number | null>;
  /** Returns the number of stored bytes of an upload. */
  sizeOfPart(key: string): Promise<number>;
  /**
   * Appends to an upload's part. Arrived bytes are kept and flushed to the disk, however the request ends.
   * @throws TooManyBytes (keeps none of these bytes), Unwanted, or errors of the stream or the disk
   */
  append(key: string, offset: number, bytes: Readable, how: Appending): Promise<void>;
  /** Flushes an upload's part to the disk. */
  flush(key: string): Promise<void>;
  /**
   * Returns whether the bytes of a whole upload are still an upload or already a file; null if the bytes are
   * gone.
   */
  whereWhole(key: string): Promise<Whole | null>;
  /** Lends a local file with the bytes of a whole upload for the duration of the work. */
  borrowWhole<T>(key: string, whole: Whole, work: (path: string) => Promise<T>): Promise<T>;
  /**
   * Turns a whole upload into the finished file. A twin is a finished file with the same bytes; the new file
   * then shares the twin's bytes.
   */
  finish(key: string, twinKey: string | null): Promise<void>;
  remove(key: string): Promise<void>;
  /** Returns a path to which another program may write a part, for `keep`. */
  newPart(key: string): string;
  removePart(partPath: string): Promise<void>;
}

/** `upload`: not finished yet. `file`: another process has finished it. */
export type Whole = 'upload' | 'file';

/** A file that another server stores. */
export interface RemoteFile {
  /** Reads the whole file or a range (the header's value); null if there is no such file. */
  get(range: string | undefined): Promise<GivenObject | null>;
  /** Returns an address at which a browser can fetch the file from that server; null if browsers can't. */
  link(shown: Shown): Promise<string | null>;
}

export interface Appending {
  /** The maximum of bytes that may still arrive. */
  room: number;
  signal: AbortSignal;
  /**
   * Called after each flush during the request. Returns false if the upload was removed, so the request must
   * end.
   */
  onFlush(): Promise<boolean>;
}

/**
 * Pictures also have a small size. Beside a source video are the fingerprint and peaks of its sound, a light
 * copy, the seek index, its poster in both sizes and the sheets of its storyboard.
 */
export type Form =
  | 'file'
  | 'small'
  | 'fingerprint'
  | 'peaks'
  | 'light'
  | 'seek-index'
  | 'poster'
  | 'poster-small'
  | `sheet-${number}`;

export const newStorageKey = (): string => randomUUID();
