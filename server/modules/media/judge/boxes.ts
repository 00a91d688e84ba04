import type { ErrorCode } from '#contract/errors.ts';

/** Faults of a source video; contract/errors/media.ts has the text of each code. */
export const faults = [
  'invalid_file_type',
  'file_quicktime',
  'file_truncated',
  'file_unreadable',
  'file_encrypted',
  'file_without_picture',
  'file_too_short',
  'file_too_long',
  'file_index_too_large',
] as const satisfies readonly ErrorCode[];
export type Fault = (typeof faults)[number];

/** Thrown for a file that is no valid source video; the message is shown to the person. */
export class Unfit extends Error {
  readonly code: Fault;
  constructor(code: Fault) {
    super(code);
    this.code = code;
  }
}

/**
 * Throws if a condition of the format is violated, because a file that contradicts itself is not read
 * further.
 */
export function assertReadable(holds: boolean): asserts holds {
  if (!holds) throw new Unfit('file_unreadable');
}

export interface Box {
  kind: string;
  /** Offset of the content, after the header. */
  content: Buffer;
}

export interface BoxHeader {
  kind: string;
  headerBytes: number;
  /** Size including the header. */
  size: number;
}

export const HEADER_MAX_BYTES = 16;

/**
 * Reads the size and kind of a box (ISO/IEC 14496-12 §4.2). Size 0 extends to the end of the file; size 1
 * means that a 64-bit size follows.
 */
export function readHeader(bytes: Buffer, at: number, rest: number): BoxHeader {
  const short = bytes.readUInt32BE(at);
  const kind = bytes.toString('latin1', at + 4, at + 8);
  if (short !== 1) return { kind, headerBytes: 8, size: short === 0 ? rest : short };
  return { kind, headerBytes: 16, size: Number(bytes.readBigUInt64BE(at + 8)) };
}

/**
 * Yields the boxes directly inside a box.
 * @throws Unfit when a box is larger than its container
 */
export function* boxesIn(content: Buffer): Generator<Box> {
  for (let at = 0; content.length - at >= 8; ) {
    const { kind, headerBytes, size } = readHeader(content, at, content.length - at);
    assertReadable(size >= headerBytes && size <= content.length - at);
    yield { kind, content: content.subarray(at + headerBytes, at + size) };
    at += size;
  }
}

/** Returns the content of the first box at this path of kinds. */
export function findBox(content: Buffer, kind: string, ...inner: string[]): Buffer | null {
  for (const box of boxesIn(content)) {
    if (box.kind !== kind) continue;
    const [next, ...rest] = inner;
    return next === undefined ? box.content : findBox(box.content, next, ...rest);
  }
  return null;
}

/**
 * Returns the content of the first box at this path of kinds.
 * @throws Unfit when the box is missing
 */
export function requireBox(content: Buffer, kind: string, ...inner: string[]): Buffer {
  const found = findBox(content, kind, ...inner);
  assertReadable(found !== null);
  return found;
}
