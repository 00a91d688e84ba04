import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { outsidePoster } from './post-outside.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const receiver = (listener: RequestListener) => listen(createServer(listener));
const message = { headers: { 'webhook-id': 'one' }, body: '{"a":1}' };
const own = outsidePoster({ allowLoopback: true, limitMs: 2_000 });
const hasty = outsidePoster({ allowLoopback: true, limitMs: 150 });

test('the body and its headers arrive unchanged, and the beginning of the answer is returned', async () => {
  let seen: unknown;
  const port = await receiver(async (request, reply) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen = [request.method, request.url, request.headers.host, request.headers['webhook-id'], body];
    reply.writeHead(202, { 'retry-after': '7' }).end('thanks');
  });
  const answer = await own({ url: `http://hooks.localhost:${port}/in?x=1`, ...message });
  expect(seen).toEqual(['POST', '/in?x=1', `hooks.localhost:${port}`, 'one', '{"a":1}']);
  expect(answer).toMatchObject({ status: 202, retryAfter: '7', text: 'thanks', error: null });
});

test.each([301, 302, 303, 307, 308])('a redirect (%i) is an answer, and is not followed', async (status) => {
  let calls = 0;
  const port = await receiver((_request, reply) => {
    calls += 1;
    reply.writeHead(status, { location: '/elsewhere' }).end();
  });
  expect(await own({ url: `http://127.0.0.1:${port}/`, ...message })).toMatchObject({ status, error: null });
  expect(calls).toBe(1);
});

test('a name is resolved at each attempt, and refused when one of its addresses is not public', async () => {
  const asked: string[] = [];
  const answers = [['93.184.216.34', '10.0.0.1'], ['127.0.0.1'], ['::ffff:93.184.216.34'], []];
  const post = outsidePoster({
    // A name that resolves to this machine is not an address of this machine.
    allowLoopback: true,
    resolve: async (name) => {
      asked.push(name);
      return answers[asked.length - 1]!;
    },
  });
  const errors: unknown[] = [];
  for (const _ of answers) errors.push((await post({ url: 'https://rebinding.example/', ...message })).error);
  const inside = 'The host has an address that is not on the public internet.';
  expect(errors).toEqual([inside, inside, inside, 'The host name was not found.']);
  expect(asked).toEqual(Array(4).fill('rebinding.example'));
});

test('an address that may not be called is not called, whoever stored it', async () => {
  const post = outsidePoster({ allowLoopback: false });
  for (const url of [
    'http://127.0.0.1:9/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/',
  ])
    expect(await post({ url, ...message })).toMatchObject({
      status: null,
      error: expect.stringMatching(/must/),
    });
});

test('a receiver that never answers ends with the time limit', async () => {
  const port = await receiver(() => undefined);
  expect(await hasty({ url: `http://127.0.0.1:${port}/`, ...message })).toMatchObject({
    status: null,
    error: 'No answer came within 0.15 seconds.',
  });
});

test('a name server that never answers ends with the time limit', async () => {
  const post = outsidePoster({
    allowLoopback: false,
    limitMs: 50,
    resolve: (_name, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve([]))),
  });
  const { error } = await post({ url: 'https://slow.example/', ...message });
  expect(error).toBe('No answer came within 0.05 seconds.');
});

test('an answer without end is read up to the limit, and its status is kept', async () => {
  const port = await receiver((_request, reply) => {
    reply.writeHead(200);
    const write = () => {
      while (reply.write('x'.repeat(16_384)));
      reply.once('drain', write);
    };
    write();
  });
  const answer = await own({ url: `http://127.0.0.1:${port}/`, ...message });
  expect(answer).toMatchObject({ status: 200, error: null });
  expect(answer.text).toHaveLength(64 * 1024);
});

test('the status and headers count when the body is slow or shorter than announced', async () => {
  const dripping = await receiver((_request, reply) => void reply.writeHead(200).write('x'));
  expect(await hasty({ url: `http://127.0.0.1:${dripping}/`, ...message })).toMatchObject({
    status: 200,
    text: 'x',
    error: null,
  });
  const lying = await listen(
    createSocketServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nfew');
    }),
  );
  expect(await own({ url: `http://127.0.0.1:${lying}/`, ...message })).toMatchObject({
    status: 200,
    text: 'few',
    error: null,
  });
});

test.each([
  ['not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'The answer is not HTTP.'],
  ['a head without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}`, /not HTTP|failed/],
  ['nothing', '', 'The connection was closed before an answer came.'],
])('%s is not an answer', async (_what, sent, error) => {
  const port = await listen(
    createSocketServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(sent));
    }),
  );
  const answer = await own({ url: `http://127.0.0.1:${port}/`, ...message });
  expect(answer.status).toBeNull();
  expect(answer.error).toMatch(error);
});

test("the system's message for a failure names no address", async () => {
  const port = await receiver(() => undefined);
  servers.pop()?.close();
  expect(await own({ url: `http://localhost:${port}/`, ...message })).toMatchObject({
    status: null,
    error: 'The connection was refused.',
  });
});
