import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outsidePoster } from '#server/infra/post-outside.ts';
import { selfSigned } from '#simulator/servers/certificate.ts';

const { privateKey, pem } = selfSigned('hooks.localhost');
const seen: unknown[] = [];
const server = createServer(
  { key: privateKey.export({ type: 'pkcs8', format: 'pem' }), cert: pem },
  (request, reply) => {
    seen.push([(request.socket as TLSSocket & { servername: string }).servername, request.headers.host]);
    reply.end('thanks');
  },
);
let port: number;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const post = (host: string, ca?: string) =>
  outsidePoster({ allowLoopback: true, ...(ca ? { ca } : {}) })({
    url: `https://${host}:${port}/`,
    headers: {},
    body: '{}',
  });

test('connects to the address that was checked, and names the host', async () => {
  expect(await post('hooks.localhost', pem)).toMatchObject({ status: 200, text: 'thanks', error: null });
  expect(seen).toEqual([['hooks.localhost', `hooks.localhost:${port}`]]);
});

test('refuses an untrusted certificate, or one for another name, before anything is sent', async () => {
  seen.length = 0;
  const refused = { status: null, error: expect.stringMatching(/^The connection is not secure \(\w+\)\.$/) };
  expect(await post('hooks.localhost')).toMatchObject(refused);
  expect(await post('other.localhost', pem)).toMatchObject(refused);
  expect(seen).toEqual([]);
});
