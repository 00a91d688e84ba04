import { expect, test } from 'vitest';
import { BLOCK_BYTES, blockReader, SourceUnreadable } from './block-reader.ts';

const file = Uint8Array.from({ length: BLOCK_BYTES * 4 + 1_000 }, (_, at) => (at * 7 + (at >> 9)) % 251);

/** A server that returns byte ranges and records the requests. */
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

test('reads any range correctly, and fetches no block twice', async () => {
  const { asked, request } = server();
  const reader = blockReader('/media/1', { request });
  expect(await reader.size()).toBe(file.length);
  for (const [start, end] of [
    [0, 10],
    [BLOCK_BYTES - 5, BLOCK_BYTES + 5],
    [100, BLOCK_BYTES * 3 + 7],
    [BLOCK_BYTES * 4, file.length],
    [0, file.length],
  ] as const) {
    // The bytes are compared as a whole, because comparing megabytes element by element would take seconds.
    expect(Buffer.compare(await reader.read(start, end), file.subarray(start, end))).toBe(0);
  }
  expect(asked).toHaveLength(4);
  expect(reader.fetchedBytes()).toBe(file.length);
});

test('another reader fetches nothing that the first one has read, not even the size', async () => {
  const { asked, request } = server();
  const page = blockReader('/media/1', { request });
  await page.read(0, BLOCK_BYTES + 1);
  const worker = blockReader('/media/1', { request, held: structuredClone(await page.held()) });
  const before = asked.length;
  const bytes = await worker.read(5, BLOCK_BYTES * 3);
  expect(Buffer.compare(bytes, file.subarray(5, BLOCK_BYTES * 3))).toBe(0);
  expect(asked.slice(before)).toEqual([`bytes=${BLOCK_BYTES * 2}-${BLOCK_BYTES * 3 - 1}`]);
  expect(worker.fetchedBytes()).toBe(BLOCK_BYTES);
});

test('fetches neighbouring blocks with one request', async () => {
  const { asked, request } = server();
  const reader = blockReader('/media/1', { request });
  await reader.read(0, file.length);
  expect(asked).toEqual([`bytes=0-${BLOCK_BYTES - 1}`, `bytes=${BLOCK_BYTES}-${file.length - 1}`]);
});

const noPause = async () => undefined;

test('a failed request is repeated automatically, then by the next read', async () => {
  const { request } = server();
  const waits: number[] = [];
  let left = 0;
  const reader = blockReader('/media/1', {
    async request(url, options) {
      if (left === 0) return request(url, options);
      left -= 1;
      if (left % 2 === 0) throw new TypeError('offline');
      return new Response('busy', { status: 503 });
    },
    async pause(ms) {
      waits.push(ms);
    },
  });
  await reader.size();
  left = 3;
  expect(await reader.read(BLOCK_BYTES, BLOCK_BYTES + 1)).toEqual(file.slice(BLOCK_BYTES, BLOCK_BYTES + 1));
  expect(waits).toEqual([500, 2_000, 8_000]);
  left = 5;
  const lost = reader.read(BLOCK_BYTES * 2, BLOCK_BYTES * 2 + 1);
  await expect(lost).rejects.toThrow("The source can't be read now (503).");
  expect(await reader.read(BLOCK_BYTES * 2, BLOCK_BYTES * 2 + 1)).toHaveLength(1);
});

test('an error that no retry can change is thrown at once, with its reason', async () => {
  let asked = 0;
  const answering = (status: number) =>
    blockReader('/media/1', {
      async request() {
        asked += 1;
        return new Response('', { status });
      },
      pause: noPause,
    }).size();
  await expect(answering(401)).rejects.toThrow('You are signed out.');
  await expect(answering(403)).rejects.toThrow('You can no longer watch this source.');
  await expect(answering(200)).rejects.toThrow(SourceUnreadable);
  expect(asked).toBe(3);
  const offline = blockReader('/media/1', {
    request: () => Promise.reject(new TypeError('x')),
    pause: noPause,
  });
  await expect(offline.size()).rejects.toThrow('The connection broke off.');
});
