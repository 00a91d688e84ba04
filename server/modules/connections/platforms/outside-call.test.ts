import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { callOutside, problemOfStatus } from './outside-call.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('never follows a redirect', async () => {
  let calls = 0;
  const url = await serve((_request, response) => {
    calls += 1;
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  const reply = await callOutside(url, {});
  expect(calls).toBe(1);
  expect(reply).toMatchObject({ ok: true, value: { status: 302 } });
});

test('check 27: aborts an answer that exceeds the size limit while it is arriving', async () => {
  const url = await serve((_request, response) => {
    const more = () => {
      while (response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  });
  expect(await callOutside(url, {}, { maxBytes: 100_000 })).toMatchObject({
    problem: { kind: 'transient', detail: 'the answer was too long' },
  });
});

test('check 27: silence ends at the timeout, even in the middle of an answer', async () => {
  for (const listener of [
    () => undefined,
    ((_request, response) => response.write('{"half":')) as RequestListener,
  ]) {
    const url = await serve(listener);
    expect(await callOutside(url, {}, { timeoutMs: 150 })).toMatchObject({
      problem: { kind: 'transient', detail: 'no answer in time' },
    });
  }
});

test('a refused connection is transient, and its address with the token is not repeated', async () => {
  const reply = await callOutside('http://127.0.0.1:1/?access_token=secret', {});
  expect(reply).toMatchObject({ problem: { kind: 'transient' } });
  expect(JSON.stringify(reply)).not.toContain('secret');
});

test('interprets a status without a body as HTTP defines it', async () => {
  const kind = async (status: number, headers: Record<string, string> = {}) => {
    const url = await serve((_request, response) => response.writeHead(status, headers).end());
    const reply = await callOutside(url, {});
    return reply.ok ? problemOfStatus(reply.value, 'x').problem : reply.problem;
  };
  expect(await kind(429, { 'retry-after': '30' })).toMatchObject({ kind: 'quota', retryAfterSeconds: 30 });
  expect(await kind(503)).toMatchObject({ kind: 'transient' });
  for (const status of [401, 403, 404]) expect(await kind(status)).toMatchObject({ kind: 'rejected' });
});
