import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError } from './config/config-error.ts';
import { readConfig } from './config.ts';
import { freePort, startFailure } from './start-failure.ts';

const config = readConfig({ SECRET: 'x'.repeat(32), PORT: '3000' });
const coded = (code: string, more: object = {}) => Object.assign(new Error('raw'), { code, ...more });

test.each([
  [
    coded('EADDRINUSE'),
    'PORT 3000 is already in use on 127.0.0.1; stop what listens there or set another PORT.',
  ],
  [coded('EADDRNOTAVAIL'), 'HOST 127.0.0.1 is not an address of this machine.'],
  [
    coded('EACCES', { syscall: 'listen' }),
    'PORT 3000 needs more rights than this user has; set a PORT above 1023.',
  ],
  [new ConfigError('DEMO must be 0 or 1.'), 'DEMO must be 0 or 1.'],
  [new Error('The data folder is in use.'), 'The data folder is in use.'],
  [
    coded('EACCES', {
      message: "EACCES: permission denied, mkdir '/nowhere/objects'",
      syscall: 'mkdir',
      path: '/nowhere/objects',
    }),
    "/nowhere/objects can't be used: permission denied.",
  ],
  [coded('57P03'), "The database can't be used: raw."],
])('an error that an operator can fix is one sentence: %s', (error, sentence) => {
  expect(startFailure(error, config)).toBe(sentence);
});

test('an error of ours keeps its stack', () => {
  expect(startFailure(new TypeError('x is not a function'), config)).toMatch(
    /TypeError: x is not a function\n +at /,
  );
});

test('a busy port is detected before anything is started, and 0 finds a free one', async () => {
  const port = await freePort('127.0.0.1', 0);
  expect(port).toBeGreaterThan(0);
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const busy = (server.address() as { port: number }).port;
  await expect(freePort('127.0.0.1', busy)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
