import { assertReadable, boxesIn } from './boxes.ts';

/** Maximum of samples: more frames than a day of video has at 230 a second. */
export const SAMPLES_MAX = 20_000_000;

/**
 * Layout of a kind of table: where its count of entries is, where the entries begin, and how many bytes each
 * has.
 */
interface Shape {
  countAt: number;
  entriesAt(table: Buffer): number;
  entryBytes(table: Buffer): number;
}

const plain = (entryBytes: number): Shape => ({
  countAt: 4,
  entriesAt: () => 8,
  entryBytes: () => entryBytes,
});

const shapes: Record<string, Shape> = {
  stts: plain(8),
  ctts: plain(8),
  stsc: plain(12),
  stco: plain(4),
  co64: plain(8),
  stss: plain(4),
  elst: { ...plain(0), entryBytes: (table) => (table[0] === 1 ? 20 : 12) },
  // The table has either one size for all samples or, if that size is 0, one size for each sample.
  stsz: { countAt: 8, entriesAt: () => 12, entryBytes: (table) => (sameSize(table) === 0 ? 4 : 0) },
  stz2: { countAt: 8, entriesAt: () => 12, entryBytes: (table) => table[7]! / 8 },
  trun: {
    countAt: 4,
    entriesAt: (table) => 8 + 4 * fieldsOfRun(table).before,
    entryBytes: (table) => 4 * fieldsOfRun(table).each,
  },
};

/** Returns the common size of the samples (stsz); 0 means that each sample has a size in the table. */
export const sameSize = (table: Buffer): number => table.readUInt32BE(4);

/**
 * Reads the flags of a run: which optional 32-bit fields are before its entries and in each entry (ISO/IEC
 * 14496-12 §8.8.8).
 */
export function fieldsOfRun(table: Buffer) {
  const flags = table.readUInt32BE(0);
  const has = (flag: number): number => (flags & flag ? 1 : 0);
  const [duration, size] = [has(0x100), has(0x200)];
  return {
    dataOffset: has(0x1),
    before: has(0x1) + has(0x4),
    duration,
    size,
    /** The time from decoding to display is the last field of each entry. */
    shift: has(0x800) === 1,
    each: duration + size + has(0x400) + has(0x800),
  };
}

/**
 * Returns the number of entries of a table.
 * @throws Unfit when the number is larger than the table's box allows
 */
export function countEntries(kind: string, table: Buffer): number {
  const { countAt, entriesAt, entryBytes } = shapes[kind]!;
  const count = table.readUInt32BE(countAt);
  assertReadable(entriesAt(table) + count * entryBytes(table) <= table.length);
  return count;
}

/** Checks that every table directly in a box holds the entries it declares, and that their samples fit into the file. */
export function checkTables(content: Buffer, fileBytes: number): void {
  for (const { kind, content: table } of boxesIn(content)) {
    if (!Object.hasOwn(shapes, kind)) continue;
    const count = countEntries(kind, table);
    if (kind === 'stsz') assertReadable(count * sameSize(table) <= fileBytes);
  }
}
