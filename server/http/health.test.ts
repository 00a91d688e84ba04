import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { HealthCheck } from '#server/infra/health-check.ts';
import { createLog } from '#server/infra/log.ts';
import { registerHealthRoutes } from './health.ts';
import { createServer } from './server.ts';

const TOKEN = 'a token for the tests';

async function serverWith(
  metricsToken: string | null,
  checks: { ready?: HealthCheck[]; reported?: HealthCheck[] } = {},
) {
  const server = await createServer({
    appUrl: 'http://localhost:3000',
    trustProxy: 1,
    log: createLog('silent'),
  });
  onTestFinished(() => server.close());
  registerHealthRoutes(server, { ready: [], ...checks, metricsToken });
  return server;
}

async function metrics(token: string | null, remoteAddress: string, headers: Record<string, string> = {}) {
  const server = await serverWith(token);
  const reply = await server.inject({ method: 'GET', url: '/metrics', remoteAddress, headers });
  if (reply.statusCode === 200) expect(reply.body).toContain('process_cpu_seconds_total');
  else expect(reply.json()).toMatchObject({ code: 'not_found' });
  return reply.statusCode;
}

test.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])(
  'metrics are open to %s',
  async (address) => {
    expect(await metrics(null, address)).toBe(200);
  },
);

test.each(['10.0.0.9', '::ffff:198.51.100.1', '2001:db8::1'])('metrics are closed to %s', async (address) => {
  expect(await metrics(null, address)).toBe(404);
  expect(await metrics(null, address, { 'x-forwarded-for': '127.0.0.1' })).toBe(404);
});

test.each([
  { 'x-forwarded-for': '198.51.100.1' },
  { 'x-forwarded-for': '127.0.0.1' },
  { forwarded: 'for=198.51.100.1' },
  { 'x-real-ip': '198.51.100.1' },
  { via: '1.1 proxy' },
])('a request that a proxy on this machine forwards does not count as local: %o', async (headers) => {
  expect(await metrics(null, '127.0.0.1', headers as unknown as Record<string, string>)).toBe(404);
});

test('with a token, metrics are open to whoever has it, and to nobody else', async () => {
  expect(await metrics(TOKEN, '10.0.0.9', { authorization: `Bearer ${TOKEN}` })).toBe(200);
  expect(await metrics(TOKEN, '10.0.0.9', { authorization: 'Bearer another token here' })).toBe(404);
  expect(await metrics(TOKEN, '127.0.0.1')).toBe(404);
});

const check = (name: string, problem: string | null): HealthCheck => ({ name, problem: async () => problem });
const STRANGER = { remoteAddress: '198.51.100.1' };
const readiness = async (server: FastifyInstance, from: object = STRANGER) => {
  const reply = await server.inject({ method: 'GET', url: '/readyz', ...from });
  return [reply.statusCode, reply.json()];
};

test('readiness says yes or no, and gives a stranger no reason', async () => {
  const ready = await serverWith(null, { ready: [check('Database', null)] });
  expect(await readiness(ready)).toEqual([200, { ok: true }]);
  const broken = await serverWith(null, {
    ready: [check('Database', null), check('Storage', 'The disk is full.')],
  });
  expect(await readiness(broken)).toEqual([503, { ok: false }]);
});

test('a reader of metrics also reads the reasons, including those of the books, which never make a process unready', async () => {
  const server = await serverWith(null, {
    ready: [check('Database', null)],
    reported: [check('Ledger', 'Broken: the sum.')],
  });
  const here = { remoteAddress: '127.0.0.1' };
  expect(await readiness(server)).toEqual([200, { ok: true }]);
  expect(await readiness(server, here)).toEqual([
    200,
    {
      ok: true,
      checks: [{ name: 'Database', ok: true }],
      reported: [{ name: 'Ledger', ok: false, detail: 'Broken: the sum.' }],
    },
  ]);
  const behindToken = await serverWith(TOKEN, { ready: [check('Storage', 'The disk is full.')] });
  expect(await readiness(behindToken, here)).toEqual([503, { ok: false }]);
  expect(await readiness(behindToken, { headers: { authorization: `Bearer ${TOKEN}` } })).toEqual([
    503,
    { ok: false, checks: [{ name: 'Storage', ok: false, detail: 'The disk is full.' }], reported: [] },
  ]);
});

test('a figure with several values has a line for each, and one that can’t be read does not affect the others', async () => {
  const server = await createServer({
    appUrl: 'http://localhost:3000',
    trustProxy: 1,
    log: createLog('silent'),
  });
  onTestFinished(() => server.close());
  const help = 'Of the test';
  registerHealthRoutes(server, {
    ready: [],
    metricsToken: null,
    metrics: [
      {
        name: 'permille_test_open',
        help,
        labelNames: ['state'],
        read: async () => [{ labels: { state: 'requested' }, value: 3 }],
      },
      { name: 'permille_test_broken', help, read: () => Promise.reject(new Error('no answer')) },
      {
        name: 'permille_test_many_broken',
        help,
        labelNames: ['state'],
        read: () => Promise.reject(new Error('no')),
      },
    ],
  });
  const { body } = await server.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(body).toContain('permille_test_open{state="requested"} 3');
  expect(body).toContain('permille_test_broken Nan');
  expect(body).not.toMatch(/^permille_test_many_broken/m);
});

test('figures are read two at a time, and one reading serves all concurrent requests', async () => {
  let [running, most, readings] = [0, 0, 0];
  let proceed: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (proceed = resolve));
  const metrics = Array.from({ length: 6 }, (_, at) => ({
    name: `permille_test_${at}`,
    help: 'Of the test',
    read: async () => {
      readings++;
      most = Math.max(most, ++running);
      await gate;
      running--;
      return at;
    },
  }));
  const server = await createServer({
    appUrl: 'http://localhost:3000',
    trustProxy: 1,
    log: createLog('silent'),
  });
  onTestFinished(() => server.close());
  let arrived = 0;
  server.addHook('preHandler', async () => void arrived++);
  registerHealthRoutes(server, { ready: [], metricsToken: null, metrics });
  const ask = () => server.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' });
  const asked = [ask(), ask()];
  await expect.poll(() => [arrived, readings]).toEqual([2, 2]);
  proceed();
  for (const { body } of await Promise.all(asked)) expect(body).toContain('permille_test_5 5');
  expect([most, readings]).toEqual([2, 6]);
});
