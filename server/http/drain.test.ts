import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#server/infra/log.ts';
import { registerDrain } from './drain.ts';
import { registerHealthRoutes } from './health.ts';
import { createServer } from './server.ts';

/** Starts a listening server whose drain ends when `pass` is called. */
async function listening(ms: number) {
  const server = await createServer({
    ...{ appUrl: 'http://localhost:3000', trustProxy: false, log: createLog('silent') },
  });
  const waits: (() => void)[] = [];
  const drain = registerDrain(server, ms, () => new Promise<void>((resolve) => waits.push(resolve)));
  registerHealthRoutes(server, { metricsToken: null, ready: [drain.check] });
  server.post('/api/change', async () => ({ changed: true }));
  let endStream = () => {};
  server.get('/api/stream', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write('first');
    endStream = () => reply.raw.end('last');
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(async () => {
    agent.destroy();
    await server.close();
  });
  const { port } = server.server.address() as AddressInfo;
  const ask = async (method: string, path: string) => {
    const headers = { origin: 'http://localhost:3000' };
    const sent = request({ host: '127.0.0.1', port, method, path, agent, headers });
    sent.end();
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    return {
      status: reply.statusCode,
      connection: reply.headers.connection,
      body: JSON.parse(await text(reply)),
    };
  };
  const pass = async () => {
    await expect.poll(() => waits.length).toBeGreaterThan(0);
    waits.shift()!();
  };
  return { server, drain, ask, pass, port, endStream: () => endStream() };
}

const CHANGE =
  'POST /api/change HTTP/1.1\r\nhost: any\r\norigin: http://localhost:3000\r\ncontent-length: 0\r\n\r\n';
const changed = (connection: string) => ({ status: 200, connection, body: { changed: true } });

test('a stopping process reports not ready, still answers, and closes each connection after its reply', async () => {
  const { drain, ask, pass } = await listening(1);
  expect(await ask('POST', '/api/change')).toEqual(changed('keep-alive'));
  expect((await ask('GET', '/readyz')).status).toBe(200);
  const over = drain.run();
  expect(await ask('POST', '/api/change')).toEqual(changed('close'));
  const ready = await ask('GET', '/readyz');
  expect(ready.status).toBe(503);
  expect(ready.body.checks).toEqual([{ name: 'Process', ok: false, detail: 'It is stopping.' }]);
  expect((await ask('GET', '/healthz')).status).toBe(200);
  await pass();
  await pass();
  await over;
});

test('a request on a connection that was opened earlier is answered after the last connection was accepted', async () => {
  const { server, drain, pass, port } = await listening(1);
  const [used, fresh] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  used.write(CHANGE);
  await Promise.all([once(used, 'data'), once(fresh, 'connect')]);
  const over = drain.run();
  await pass();
  await expect.poll(() => server.server.listening).toBe(false);
  const late = connect(port, '127.0.0.1');
  expect(await once(late, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }]);
  for (const early of [used, fresh]) {
    early.write(CHANGE);
    expect(await text(early)).toMatch(/^HTTP\/1\.1 200 .*connection: close.*\{"changed":true\}$/is);
  }
  await pass();
  await over;
  await server.close();
});

test('a stream that was already open closes its connection when it ends', async () => {
  const { drain, port, endStream } = await listening(0);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /api/stream HTTP/1.1\r\nhost: any\r\n\r\n');
  await once(socket, 'data');
  const over = drain.run();
  endStream();
  // The socket closes although its client would keep it open.
  expect(await text(socket)).toContain('last');
  await over;
});

test('a process that nothing replaces stops at once', async () => {
  const { drain, ask } = await listening(0);
  await drain.run();
  expect(await ask('POST', '/api/change')).toEqual(changed('close'));
});
