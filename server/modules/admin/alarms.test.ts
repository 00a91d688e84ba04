import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR, MINUTE, MovableClock } from '#server/infra/clock.ts';
import { createLog } from '#server/infra/log.ts';
import { listOutbox } from '#server/infra/mail.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { alarms } from './alarms.job.ts';

let database: TestDatabase;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const received: unknown[] = [];
let status = 204;
const receiver = createServer((request, reply) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    if (status === 204) received.push(JSON.parse(Buffer.concat(parts).toString()));
    reply.writeHead(status).end();
  });
});

beforeAll(async () => {
  database = await testDatabase();
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await database.close();
});
beforeEach(async () => {
  received.length = 0;
  status = 204;
  await database.db.deleteFrom('alarms').execute();
  await database.db.deleteFrom('outbound_emails').execute();
});

function watch() {
  const state: { problem: string | null } = { problem: null };
  const checks = [
    { name: 'Mail', problem: async () => state.problem },
    { name: 'Database', problem: async () => null },
  ];
  const webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alarms`;
  const alerts = { email: 'operator@permille.example', webhook };
  const job = alarms({ db: database.db, log: createLog('silent'), alerts, mailNow: null }, checks);
  const pass = async (ms: number) => {
    clock.advance(ms);
    await job.run(clock.now());
  };
  const mails = async () =>
    (await listOutbox(database.db)).map(({ to, subject }) => `${to}: ${subject}`).toSorted();
  return { state, pass, mails };
}

test('notifies the operator once when a check starts to fail, and once when it passes again', async () => {
  const { state, pass, mails } = watch();
  await pass(MINUTE);
  expect(await mails()).toEqual([]);
  state.problem = 'The last deliveries failed.';
  await pass(MINUTE);
  await pass(MINUTE);
  expect(await mails()).toEqual(['operator@permille.example: Needs attention: Mail']);
  expect(received).toEqual([
    expect.objectContaining({
      name: 'Mail',
      ok: false,
      text: 'Needs attention: Mail. The last deliveries failed.',
    }),
  ]);
  state.problem = null;
  await pass(MINUTE);
  await pass(9 * MINUTE);
  expect(await mails()).toHaveLength(1);
  await pass(MINUTE);
  await pass(MINUTE);
  expect(await mails()).toEqual([
    'operator@permille.example: Needs attention: Mail',
    'operator@permille.example: Well again: Mail',
  ]);
  expect(received.slice(1)).toEqual([expect.objectContaining({ ok: true, content: 'Well again: Mail.' })]);
});

test('sends one alarm for a problem that flaps within ten minutes, and a new one when it recurs later', async () => {
  const { state, pass, mails } = watch();
  for (const problem of ['late', null, 'late', null]) {
    state.problem = problem;
    await pass(5 * MINUTE);
  }
  expect(await mails()).toHaveLength(1);
  await pass(10 * MINUTE);
  state.problem = 'late';
  await pass(MINUTE);
  expect(await mails()).toHaveLength(3);
});

test('two processes send one notification between them', async () => {
  const [one, other] = [watch(), watch()];
  one.state.problem = 'late';
  other.state.problem = 'late';
  clock.advance(MINUTE);
  await Promise.all([one.pass(0), other.pass(0)]);
  expect(await one.mails()).toHaveLength(1);
  expect(received).toHaveLength(1);
});

test('retries a refusing webhook each minute for six hours', async () => {
  const { state, pass } = watch();
  state.problem = 'late';
  status = 503;
  await pass(MINUTE);
  status = 204;
  await pass(MINUTE);
  expect(received).toHaveLength(1);
  state.problem = null;
  status = 503;
  await pass(MINUTE);
  await pass(10 * MINUTE);
  status = 204;
  await pass(6 * HOUR);
  expect(received).toHaveLength(1);
});
