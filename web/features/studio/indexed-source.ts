import { type BlockReader, blockReader, type HeldBlocks } from './block-reader.ts';

/** Reads the bytes of a source as an MP4 reader expects them. */
export type SourceReader = Pick<BlockReader, 'size' | 'read' | 'fetchedBytes'> & {
  /** Returns the size of the file itself, without the seek index. */
  fileBytes(): Promise<number>;
  held(): Promise<HeldSource>;
};

/** Blocks of a source that were fetched and can be given to another reader. */
export interface HeldSource {
  file: HeldBlocks;
  index: HeldBlocks;
}

/** The fragments of a seek index are small, so its blocks have the smallest size that is worth a request. */
const INDEX_BLOCK_BYTES = 64 * 1024;

/**
 * Reads a source with its seek index, if there is one (server/modules/media/seek/make-seek-index.ts). The
 * bytes of the file are returned as the content of the index's `mdat`, so that the file's own index (19 MB
 * for six hours) is never read.
 */
export async function readSource(
  url: string,
  held?: HeldSource,
  open: typeof blockReader = blockReader,
): Promise<SourceReader> {
  const index = open(`${url}/seek-index`, { held: held?.index, blockBytes: INDEX_BLOCK_BYTES });
  const indexBytes = await index.size();
  const place = indexBytes > 0 ? await placeOfFile(index) : null;
  // The index contains the file's size. Otherwise a block of the file would be fetched to get the size.
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

/**
 * Finds `mdat` among the boxes. Each box begins with its size and its kind, and the size of `mdat` has 64
 * bits.
 */
async function placeOfFile(index: BlockReader): Promise<{ headBytes: number; fileBytes: number }> {
  for (let at = 0; ; ) {
    const bytes = await index.read(at, at + 16);
    const box = new DataView(bytes.buffer, bytes.byteOffset);
    if (String.fromCharCode(...bytes.subarray(4, 8)) === 'mdat')
      return { headBytes: at + 16, fileBytes: Number(box.getBigUint64(8)) - 16 };
    at += box.getUint32(0);
  }
}
