import { type BlockReader, blockReader, type HeldBlocks } from './block-reader.ts';

/** The bytes of a source as a reader of MP4 sees them. */
export type SourceReader = Pick<BlockReader, 'size' | 'read' | 'fetchedBytes'> & {
  /** Of the file itself. */
  fileBytes(): Promise<number>;
  held(): Promise<HeldSource>;
};

/** What of a source need not be fetched again. */
export interface HeldSource {
  file: HeldBlocks;
  index: HeldBlocks;
}

/** Fragments of a seek index take little; its blocks are as small as requests are worth. */
const INDEX_BLOCK_BYTES = 64 * 1024;

/**
 * Reads a source by its seek index where it has one (server/modules/media/seek/make-seek-index.ts): the bytes of the file
 * stand where the index has the content of its `mdat`. The file's own index, 19 MB of six hours, is then never read.
 */
export async function readSource(
  url: string,
  held?: HeldSource,
  open: typeof blockReader = blockReader,
): Promise<SourceReader> {
  const index = open(`${url}/seek-index`, { held: held?.index, blockBytes: INDEX_BLOCK_BYTES });
  const indexBytes = await index.size();
  const place = indexBytes > 0 ? await placeOfFile(index) : null;
  // The index says how large the file is, which would else take a block of it.
  const file = open(url, { held: place ? { blocks: [], ...held?.file, size: place.fileBytes } : held?.file });
  const common = {
    fileBytes: file.size,
    fetchedBytes: () => file.fetchedBytes() + index.fetchedBytes(),
    held: async () => ({ file: await file.held(), index: await index.held() }),
  };
  if (!place) return { ...common, size: file.size, read: file.read };
  const { headBytes, fileBytes } = place;
  const [from, to] = [headBytes, headBytes + fileBytes];
  const read = async (start: number, end: number): Promise<Uint8Array> => {
    if (end <= from) return await index.read(start, end);
    if (start >= to) return await index.read(start - fileBytes, end - fileBytes);
    if (start >= from && end <= to) return await file.read(start - from, end - from);
    const cut = start < from ? from : to;
    const whole = new Uint8Array(end - start);
    whole.set(await read(start, cut));
    whole.set(await read(cut, end), cut - start);
    return whole;
  };
  return { ...common, read, size: async () => indexBytes + fileBytes };
}

/** A box is its size and its kind; `mdat` has a size of 64 bits after them. */
async function placeOfFile(index: BlockReader): Promise<{ headBytes: number; fileBytes: number }> {
  for (let at = 0; ; ) {
    const bytes = await index.read(at, at + 16);
    const box = new DataView(bytes.buffer, bytes.byteOffset);
    if (String.fromCharCode(...bytes.subarray(4, 8)) === 'mdat')
      return { headBytes: at + 16, fileBytes: Number(box.getBigUint64(8)) - 16 };
    at += box.getUint32(0);
  }
}
