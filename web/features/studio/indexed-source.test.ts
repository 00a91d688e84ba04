import { expect, test } from 'vitest';
import { blockReader } from './block-reader.ts';
import { readSource } from './indexed-source.ts';

const video = Buffer.from(Uint8Array.from({ length: 20_000 }, (_, at) => at % 251));

/**
 * A seek index: a head of two boxes and the beginning of a third, which contains the video, followed by the
 * remaining bytes.
 */
const head = Buffer.alloc(140);
head.writeUInt32BE(24, 0);
head.write('ftyp', 4);
head.writeUInt32BE(100, 24);
head.write('moov', 28);
head.writeUInt32BE(1, 124);
head.write('mdat', 128);
head.writeBigUInt64BE(BigInt(video.length + 16), 132);
const index = Buffer.concat([head, Buffer.alloc(9_000, 7)]);

/**
 * A server with the video and this seek index. It is read in small blocks, so that one read covers several of
 * them.
 */
function server(seekIndex: Buffer | null) {
  const asked: string[] = [];
  const request = async (url: string, { headers }: { headers: Record<string, string> }) => {
    const whole = url.endsWith('/seek-index') ? seekIndex : video;
    if (!whole) return new Response(null, { status: 204 });
    asked.push(url);
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(headers.Range!)!;
    const bytes = whole.subarray(Number(from), Math.min(whole.length, Number(to) + 1));
    const range = { 'content-range': `bytes ${from}-${to}/${whole.length}` };
    return new Response(new Uint8Array(bytes), { status: 206, headers: range });
  };
  const open: typeof blockReader = (url, options) =>
    blockReader(url, { ...options, request, blockBytes: 4096 });
  return { asked, open };
}

test('a source with a seek index reads as its head, the file and its fragments, across their borders too', async () => {
  const { asked, open } = server(index);
  const reader = await readSource('/media/1', undefined, open);
  const whole = Buffer.concat([head, video, index.subarray(head.length)]);
  expect(await reader.size()).toBe(whole.length);
  expect(await reader.fileBytes()).toBe(video.length);
  // The index suffices, so the file itself is not read before its bytes are needed.
  expect(asked).not.toContain('/media/1');
  const end = head.length + video.length;
  for (const [from, to] of [
    [0, whole.length],
    [130, 150],
    [5_000, 5_010],
    [end - 4, end + 4],
    [whole.length - 4, whole.length],
  ] as const) {
    expect(Buffer.compare(await reader.read(from, to), whole.subarray(from, to))).toBe(0);
  }
  expect(reader.fetchedBytes()).toBe(index.length + video.length);

  const before = asked.length;
  const again = await readSource('/media/1', structuredClone(await reader.held()), open);
  expect(Buffer.compare(await again.read(3, whole.length), whole.subarray(3))).toBe(0);
  expect([asked.length, again.fetchedBytes()]).toEqual([before, 0]);
});

test('a source without a seek index is read unchanged', async () => {
  const { asked, open } = server(null);
  const reader = await readSource('/media/1', undefined, open);
  expect(await reader.size()).toBe(video.length);
  expect(Buffer.compare(await reader.read(5, 9_000), video.subarray(5, 9_000))).toBe(0);
  expect(new Set(asked)).toEqual(new Set(['/media/1']));
});
