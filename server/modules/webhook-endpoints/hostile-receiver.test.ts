import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { SECOND } from '#server/infra/clock.ts';
import { type WebhookWorld, webhookWorld } from '#server/testing/webhook-world.ts';
import { verified, webhookReceiver } from '#simulator/servers/webhook-receiver.ts';

let world: WebhookWorld;
beforeAll(async () => {
  world = await webhookWorld();
});
afterEach(() => world.db.deleteFrom('webhook_endpoints').execute());
afterAll(() => world.close());

/**
 * Starts a receiver that reads the message and then writes arbitrary bytes. Also returns how many bytes the
 * receiver could write.
 */
async function rawReceiver(answer: (socket: Socket) => void) {
  let written = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => (written += socket.bytesWritten));
    socket.once('data', () => answer(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, written: () => written };
}

/** Sends one message to a receiver; returns its row in the log. */
async function sendTo(url: string) {
  const tess = await world.person();
  const { id } = await world.create(tess, url);
  await world.happens('payout.paid', tess);
  await world.tick();
  return (await world.log(tess, id))[0]!;
}

const head = (status: string, headers = '') => `HTTP/1.1 ${status}\r\n${headers}\r\n`;
const MEGABYTE = 1024 * 1024;

/** Writes for as long as the socket accepts data. */
function pour(socket: Socket, block: Buffer | string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(block));
    socket.once('drain', write);
  };
  write();
}

test.each([
  ['without end', head('200 OK')],
  ['whose declared length is in terabytes', head('200 OK', 'content-length: 9999999999999\r\n')],
])('reads little and stores less of a body %s, and counts the message as delivered', async (_what, start) => {
  const receiver = await rawReceiver((socket) => {
    socket.write(start);
    pour(socket, Buffer.alloc(MEGABYTE, '\0ж'));
  });
  const logged = await sendTo(receiver.url);
  expect(logged).toMatchObject({ state: 'delivered', lastStatus: 200, lastError: null });
  expect(logged.lastResponse).toMatch(/^ж{1,1000}$/);
  // The receiver could write only as much as the system's buffers hold, because the rest of an endless body
  // is not read.
  await expect.poll(receiver.written).toBeGreaterThan(0);
  expect(receiver.written()).toBeLessThan(32 * MEGABYTE);
});

test('reads only the start of endless chunks and of a body that decompresses to a huge size', async () => {
  const chunks = await rawReceiver((socket) => {
    socket.write(head('500 No', 'transfer-encoding: chunked\r\n'));
    pour(socket, `10000\r\n${'x'.repeat(0x10000)}\r\n`);
  });
  expect(await sendTo(chunks.url)).toMatchObject({ lastStatus: 500, lastResponse: 'x'.repeat(1_000) });
  const packed = gzipSync(Buffer.alloc(MEGABYTE, 'x'));
  const receiver = await webhookReceiver();
  onTestFinished(receiver.close);
  receiver.answers((_count, reply) => reply.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
  expect((await sendTo(receiver.url)).lastResponse).not.toContain('xxxx');
});

test.each([
  ['less than it says', 'content-length: 5000\r\n', 'few'],
  ['more than it says', 'content-length: 3\r\n', 'few and many'],
])('accepts the answer although its body is %s', async (_what, headers, body) => {
  const receiver = await rawReceiver((socket) => socket.end(head('200 OK', headers) + body));
  expect(await sendTo(receiver.url)).toMatchObject({ state: 'delivered', lastResponse: 'few' });
});

test('treats two different lengths as no answer, and sends the message again', async () => {
  const receiver = await rawReceiver((socket) =>
    socket.end(`${head('200 OK', 'content-length: 3\r\ncontent-length: 9\r\n')}few`),
  );
  expect(await sendTo(receiver.url)).toMatchObject({
    ...{ state: 'waiting', attempts: 1, lastStatus: null, lastError: 'The answer is not HTTP.' },
  });
});

test('sends nothing to the target of a redirect, whatever it names', async () => {
  const [other, receiver] = [await webhookReceiver(), await webhookReceiver()];
  for (const one of [other, receiver]) onTestFinished(one.close);
  for (const location of [other.url, 'file:///etc/passwd', '//169.254.169.254/', '\u00ff']) {
    receiver.answersWith(307, { location });
    expect(await sendTo(receiver.url)).toMatchObject({
      ...{ state: 'waiting', lastStatus: 307, lastError: 'The receiver redirects, which is not followed.' },
    });
    await world.db.deleteFrom('webhook_endpoints').execute();
  }
  expect(other.received).toEqual([]);
});

test('signs each attempt with its own time, so that a receiver can refuse a replay by somebody else', async () => {
  const receiver = await webhookReceiver();
  onTestFinished(receiver.close);
  const tess = await world.person();
  const { secret } = await world.create(tess, receiver.url);
  receiver.answersWith(500);
  await world.happens('payout.paid', tess);
  await world.tick();
  await world.rounds(1);
  const [first, second] = receiver.received;
  expect([second!.id, second!.body]).toEqual([first!.id, first!.body]);
  const at = (seconds: number) => ({
    ...first!,
    headers: { ...first!.headers, 'webhook-timestamp': String(Math.floor(Date.now() / SECOND) + seconds) },
  });
  expect(() => verified(secret, second!)).not.toThrow();
  // A message is refused if its time differs by more than five minutes from the clock, or was changed.
  for (const seconds of [-301, 301, -60]) expect(() => verified(secret, at(seconds))).toThrow();
});

test('states in messages that overtake each other when each event happened and which one it is', async () => {
  const receiver = await webhookReceiver();
  onTestFinished(receiver.close);
  const tess = await world.person();
  const { id, secret } = await world.create(tess, receiver.url);
  receiver.answers((count, reply) => reply.writeHead(count === 1 ? 500 : 200).end());
  await world.happens('payout.paid', tess);
  await world.tick();
  await world.happens('payout.paid', tess);
  await world.rounds(4);
  const states = (await world.log(tess, id)).map(({ state }) => state);
  expect(states).toEqual(['delivered', 'delivered']);
  const times = new Map(receiver.received.map((one) => [one.id, verified(secret, one).timestamp]));
  expect(times.size).toBe(2);
  const inOrder = [...times.values()].sort();
  expect(new Set(inOrder).size).toBe(2);
});
