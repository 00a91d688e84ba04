import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { GivenObject, Shown } from '#server/infra/s3/objects.ts';

/** Files by a key that the server generates: one folder per file, with the finished file and unfinished parts. */
export interface MediaStorage {
  /** Where the bytes are that are sent to a reader; whether they are there turns out when they are read. */
  locate(key: string, form: Form): Promise<{ path: string } | { remote: RemoteFile }>;
  /** Has a local file of these bytes for as long as the work lasts. @throws when there is none */
  borrow<T>(key: string, form: Form, work: (path: string) => Promise<T>): Promise<T>;
  /** Small files only. */
  read(key: string, form: Form): Promise<Buffer>;
  /** Writes into a small file that grows; created where it is missing. Safe to repeat. */
  writeAt(key: string, form: Form, position: number, bytes: Buffer): Promise<void>;
  /**
   * Streams at most `limitBytes` to a part of its own and flushes it to the disk. The part is removed when the sender
   * stops early, falls behind or anything fails.
   * @throws TooManyBytes, or what the stream or the disk threw
   */
  receive(key: string, bytes: Readable, limitBytes: number): Promise<{ path: string; sizeBytes: number }>;
  /** Turns a part into the finished file or its small size, and removes parts that earlier senders left. */
  keep(key: string, partPath: string, form?: Form): Promise<void>;
  /** Null: there is no such form of the file. */
  sizeOf(key: string, form: Form): Promise<number | null>;
  /** How many bytes of an upload are here. */
  sizeOfPart(key: string): Promise<number>;
  /**
   * Appends to an upload's part; what arrives stays, however it ends, and is flushed to the disk at the latest then.
   * @throws TooManyBytes (none of these bytes is kept), Unwanted, or what the stream or the disk threw
   */
  append(key: string, offset: number, bytes: Readable, how: Appending): Promise<void>;
  /** Flushes an upload's part to the disk. */
  flush(key: string): Promise<void>;
  /** What the bytes of a whole upload are by now; null when they are gone. */
  whereWhole(key: string): Promise<Whole | null>;
  /** Has a local file of a whole upload for as long as the work lasts. */
  borrowWhole<T>(key: string, whole: Whole, work: (path: string) => Promise<T>): Promise<T>;
  /** Turns a whole upload into the finished file, sharing the bytes of a finished file with the same ones. */
  finish(key: string, twinKey: string | null): Promise<void>;
  remove(key: string): Promise<void>;
  /** Where another program may write a part, for `keep`. */
  newPart(key: string): string;
  removePart(partPath: string): Promise<void>;
}

/** Not finished yet, or finished by another process already. */
export type Whole = 'upload' | 'file';

/** Bytes that another server keeps. */
export interface RemoteFile {
  /** All of them or a range (the header's value); null when there are none. */
  get(range: string | undefined): Promise<GivenObject | null>;
  /** An address by which a browser fetches them there itself; null where it can't. */
  link(shown: Shown): Promise<string | null>;
}

export interface Appending {
  /** So many bytes may come at most. */
  room: number;
  signal: AbortSignal;
  /** Called whenever bytes were flushed on the way; false: nobody waits for them any more. */
  onFlush(): Promise<boolean>;
}

/**
 * Pictures are stored in a small size too, beside source videos the fingerprint and peaks of their sound, a light copy, the seek
 * index, their poster in both sizes and the sheets of their storyboard.
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
