import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#server/infra/log.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, timeOfBody } from './listener.ts';
import { createServer } from './server.ts';

const NEVER = 3_600_000;
const patient = { headMs: NEVER, bodyMs: NEVER, idleMs: NEVER, silenceMs: NEVER, checkEveryMs: 5 };

async function listening(
  limits: Partial<ConnectionLimits> = {},
  trustProxy: false | number | string[] = false,
) {
  const server = await createServer({
    appUrl: 'https://permille.example',
    trustProxy,
    log: createLog('silent'),
    limits: { ...patient, ...limits },
  });
  server.post('/api/change', async () => ({ changed: true }));
  server.get('/api/things/:id', async () => ({ found: true }));
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const options = { config: { bodyByProgress: true as const } };
    scope.put('/api/file', options, async (request) => {
      let size = 0;
      for await (const chunk of request.raw) size += chunk.length;
      return { size };
    });
  });
  server.setNotFoundHandler(async (_request, reply) => reply.status(404).send({ found: false }));
  await server.listen({ host: '127.0.0.1', port: 0 });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await server.close();
  });
  const { port } = server.server.address() as AddressInfo;
  return (text = '') => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    // The event "close" also follows a reset.
    const closed = new Promise((resolve) => socket.once('close', resolve));
    let output = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
    socket.write(text);
    /** Resolves with the output once the text occurs in it this many times. */
    const until = async (part: string, times = 1) => {
      while (output.split(part).length <= times) await once(socket, 'data');
      return output;
    };
    return {
      socket,
      /** Resolves with all output when the server has closed the connection. */
      all: async () => {
        await closed;
        return output;
      },
      until,
    };
  };
}

const head = (method: string, path: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: permille.example\r\nSec-Fetch-Site: same-origin\r\n${more}`;
const json = 'Content-Type: application/json\r\n';

test.each([
  ['nothing at all', ''],
  ['half a line', 'GET /api/thi'],
  ['a head without an end', head('GET', '/api/things/1')],
])('a connection that says %s is closed', async (_name, text) => {
  const open = await listening({ headMs: 20 });
  expect(await open(text).all()).toMatch(/^$|^HTTP\/1\.1 408 /);
});

test.each([
  ['to a route', head('POST', '/api/change', `${json}Content-Length: 100\r\n\r\n{"a":`), 408],
  ['in chunks', head('POST', '/api/change', `${json}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`), 408],
  ['to no route', head('POST', '/nothing', 'Content-Length: 100\r\n\r\nabc'), 404],
  ['to an address that can’t be decoded', head('POST', '/%zz', 'Content-Length: 100\r\n\r\nabc'), 404],
  ['with a read', head('GET', '/api/things/1', 'Content-Length: 100\r\n\r\nabc'), 200],
  [
    'from another site',
    'POST /api/change HTTP/1.1\r\nHost: a\r\nOrigin: https://evil.example\r\nContent-Length: 9\r\n\r\n{',
    403,
  ],
])('check 39: a body that never ends, %s, holds no connection', async (_name, text, status) => {
  const open = await listening({ bodyMs: 40 });
  expect(await open(text).all()).toMatch(new RegExp(`^HTTP/1\\.1 (${status}|408) `));
});

test('check 39: headers as long as browsers send with the cookies of other programs are accepted', async () => {
  const open = await listening();
  const cookies = `Cookie: other=${'x'.repeat(6_000)}\r\nIf-None-Match: ${'"a", '.repeat(390)}"b"\r\n\r\n`;
  expect(await open(head('GET', '/api/things/1', cookies)).until('{"found":true}')).toMatch(
    /^HTTP\/1\.1 200 /,
  );
});

test('check 39: a body gets 30 seconds, a large one the extra time that it needs on a slow connection', () => {
  const { bodyMs } = CONNECTION_LIMITS;
  expect(bodyMs).toBe(30_000);
  expect(Math.round(timeOfBody(bodyMs, '500'))).toBe(30_008);
  expect(timeOfBody(bodyMs, undefined)).toBe(30_000);
  expect(timeOfBody(bodyMs, '8000000')).toBe(155_000);
  expect(timeOfBody(bodyMs, '9'.repeat(15))).toBe(180_000);
  expect(timeOfBody(3_600_000, '500')).toBe(3_600_000);
});

test('check 39: a body that ends in time is read, and its connection serves the next one', async () => {
  const open = await listening();
  const { socket, until } = open(head('POST', '/api/change', `${json}Content-Length: 2\r\n\r\n{`));
  socket.write('}');
  await until('{"changed":true}');
  socket.write(head('GET', '/api/things/1', '\r\n'));
  await until('{"found":true}');
});

test('a connection that sends many bodies leaves no listeners or timers behind', async () => {
  const open = await listening();
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on('warning', warn);
  onTestFinished(() => {
    process.off('warning', warn);
  });
  const { socket, until } = open();
  for (let n = 1; n <= 20; n++) {
    socket.write(head('POST', '/api/change', `${json}Content-Length: 2\r\n\r\n{}`));
    await until('{"changed":true}', n);
  }
  expect(warnings).toEqual([]);
});

test('a route that limits bodies by their progress gives them all the time they need', async () => {
  const open = await listening({ bodyMs: 30 });
  const upload = open(head('PUT', '/api/file', 'Content-Length: 6\r\n\r\nabc'));
  // These requests began later and have ended, so the upload has exceeded their time limit too.
  await open(head('POST', '/api/change', `${json}Content-Length: 6\r\n\r\n{`)).all();
  await open(head('POST', '/api/change', `${json}Content-Length: 6\r\n\r\n{`)).all();
  upload.socket.write('def');
  expect(await upload.until('size')).toContain('{"size":6}');
});

test('a connection without a next request is closed, and one without any traffic', async () => {
  const idle = (await listening({ idleMs: 30 }))(head('GET', '/api/things/1', '\r\n'));
  expect(await idle.all()).toMatch(/^HTTP\/1\.1 200 /);
  const still = (await listening({ silenceMs: 30 }))(
    head('PUT', '/api/file', 'Content-Length: 6\r\n\r\nabc'),
  );
  expect(await still.all()).toBe('');
});

const answer = async (open: Awaited<ReturnType<typeof listening>>) =>
  await open(head('GET', '/api/things/1', '\r\n')).until('{"found":true}');

test('one address has its share of connections, and gets it back when it closes some', async () => {
  const open = await listening({ mostPerAddress: 2 });
  const [first, second] = [open(), open()];
  await Promise.all([first, second].map(({ socket }) => once(socket, 'connect')));
  expect(await open(head('GET', '/api/things/1', '\r\n')).all()).toBe('');
  second.socket.write(head('GET', '/api/things/1', 'Connection: close\r\n\r\n'));
  await second.all();
  await answer(open);
});

test('behind a proxy all connections have its address, so they are only counted together', async () => {
  const open = await listening({ mostPerAddress: 1, most: 3 }, 1);
  const held = [open(), open()];
  await Promise.all(held.map(({ socket }) => once(socket, 'connect')));
  await answer(open);
  expect(await open(head('GET', '/api/things/1', '\r\n')).all()).toBe('');
});

test.each([
  ['an address that can’t be decoded', head('GET', '/api/%zz', '\r\n'), 404],
  ['a part of an address that is too long', head('GET', `/api/things/${'x'.repeat(400)}`, '\r\n'), 404],
  ['no HTTP', 'nonsense\r\n\r\n', 400],
  ['a method that does not exist', head('STEAL', '/', '\r\n'), 400],
  ['a method of others', head('PROPFIND', '/api/things', '\r\n'), 404],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['an expectation', head('GET', '/', 'Expect: a miracle\r\n\r\n'), 417],
  ['two lengths', head('POST', '/api/change', 'Content-Length: 1\r\nContent-Length: 2\r\n\r\na'), 400],
  ['a head of 100 KB', head('GET', '/', `X-Long: ${'x'.repeat(100_000)}\r\n\r\n`), 431],
  ['a head of 9 KB', head('GET', '/', `${'X-Some: 1234567890\r\n'.repeat(600)}\r\n`), 431],
  ['an address of 9 KB', head('GET', `/${'x'.repeat(9_000)}`, '\r\n'), 431],
  ['3 KB of known contents', head('GET', '/', `If-None-Match: "a${'\t'.repeat(3_000)}"\r\n\r\n`), 431],
  ['3 KB of ranges', head('GET', '/', `Range: bytes=${'0-0,'.repeat(750)}1-2\r\n\r\n`), 431],
  ['half a head', head('GET', '/'), 408],
  ['half a body', head('POST', '/api/change', `${json}Content-Length: 9\r\n\r\n{`), 408],
])('check 31: %s is refused with the headers that guard every reply', async (_name, text, status) => {
  const open = await listening(status === 408 ? { headMs: 20, bodyMs: 20 } : {});
  const output = await open(text).until('\r\n\r\n');
  expect(output).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(output.toLowerCase()).toContain("content-security-policy: default-src 'self'");
  expect(output.toLowerCase()).toContain('x-content-type-options: nosniff');
  expect(output.toLowerCase()).toContain('strict-transport-security: max-age=31536000');
  expect(output.toLowerCase()).toContain('cache-control: no-store');
});
