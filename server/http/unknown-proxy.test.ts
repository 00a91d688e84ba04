import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from '#server/infra/log.ts';
import { createServer } from './server.ts';

test.each([
  ['an unconfigured proxy on this machine', false, '127.0.0.1', 1],
  ['an unconfigured proxy in the same network', false, '10.0.0.7', 1],
  ['a proxy that is trusted', 1, '127.0.0.1', 0],
  ['a stranger who only claims it', false, '203.0.113.9', 0],
] as const)('%s: warns once per unconfigured proxy', async (_who, trustProxy, remoteAddress, warnings) => {
  let written = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      written += chunk;
      done();
    },
  });
  const server = await createServer({
    appUrl: 'https://permille.example',
    trustProxy,
    log: createLog('warn', destination),
  });
  const headers = { 'x-forwarded-for': '198.51.100.4' };
  for (let n = 0; n < 3; n++) await server.inject({ url: '/', remoteAddress, headers });
  await server.close();
  expect(written.split('TRUST_PROXY is 0').length - 1).toBe(warnings);
});
