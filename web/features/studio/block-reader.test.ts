import { expect, test } from 'vitest';
import { BLOCK_BYTES, blockReader, SourceUnreadable } from './block-reader.ts';

const file = Uint8Array.from({ length: BLOCK_BYTES * 4 + 1_000 }, (_, at) => (at * 7 + (at >> 9)) % 251);

/** A server of ranges that notes what it was asked for. */
function server() {
  const asked: string[] = [];
  const request = async (_url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers.Range!);
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(headers.Range!)!;
    const bytes = file.slice(Number(from), Math.min(file.length, Number(to) + 1));
    return new Response(bytes, {
      status: 206,
      headers: { 'content-range': `bytes ${from}-${to}/${file.length}` },
    });
  };
  return { asked, request };
}

test('any range is what the file holds there, and no block is fetched twice', async () => {
  const { asked, request } = server();
  const reader = blockReader('/media/1', request);
  expect(await reader.size()).toBe(file.length);
  for (const [start, end] of [
    [0, 10],
    [BLOCK_BYTES - 5, BLOCK_BYTES + 5],
    [100, BLOCK_BYTES * 3 + 7],
    [BLOCK_BYTES * 4, file.length],
    [0, file.length],
  ] as const) {
    expect(await reader.read(start, end)).toEqual(file.slice(start, end));
  }
  expect(asked).toHaveLength(4);
  expect(reader.fetchedBytes()).toBe(file.length);
});

test('neighbouring blocks come with one request', async () => {
  const { asked, request } = server();
  const reader = blockReader('/media/1', request);
  await reader.read(0, file.length);
  expect(asked).toEqual([`bytes=0-${BLOCK_BYTES - 1}`, `bytes=${BLOCK_BYTES}-${file.length - 1}`]);
});

test('a request that failed is made again, and a server without ranges is named', async () => {
  const { request } = server();
  let down = false;
  const reader = blockReader('/media/1', async (url, options) => {
    if (down) throw new TypeError('offline');
    return request(url, options);
  });
  await reader.size();
  down = true;
  await expect(reader.read(BLOCK_BYTES, BLOCK_BYTES + 1)).rejects.toThrow('offline');
  down = false;
  expect(await reader.read(BLOCK_BYTES, BLOCK_BYTES + 1)).toEqual(file.slice(BLOCK_BYTES, BLOCK_BYTES + 1));
  const plain = blockReader('/media/1', async () => new Response('all', { status: 200 }));
  await expect(plain.size()).rejects.toThrow(SourceUnreadable);
});
