import { createHash, randomFillSync } from 'node:crypto';

const ID_BYTES = 16;
/**
 * Random bytes are requested in bulk, because a system call per id takes longer than making the id. No byte
 * is used twice.
 */
const random = Buffer.alloc(256 * ID_BYTES);
let used = random.length;

function nextRandom(): Buffer {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += ID_BYTES;
  return random.subarray(used - ID_BYTES, used);
}

/**
 * A time-ordered id (RFC 9562, version 7): new rows land at the end of their index. `Id` is the type of the column that
 * stores it, such as `UserId`.
 */
export function newId<Id extends string = string>(at: number = Date.now()): Id {
  const bytes = nextRandom();
  bytes.writeUIntBE(at, 0, 6);
  return written(bytes, 7) as Id;
}

/** A deterministic id of a text (version 8), for things that have no row yet. */
export const idOf = (text: string): string =>
  written(createHash('sha256').update(text).digest().subarray(0, ID_BYTES), 8);

function written(bytes: Buffer, version: 7 | 8): string {
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
