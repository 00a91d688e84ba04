import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { listOutbox } from '#server/infra/mail.ts';
import { anonymousHeaders, createActor, createTestServer } from '#server/testing/actor.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { OPERATOR, testModules } from '#server/testing/modules.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });

let database: TestDatabase;
let server: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  const modules = testModules(database.db, clock, ['support']);
  server = await createTestServer({ db: database.db, clock, modules });
});
beforeEach(async () => {
  for (const table of ['support_messages', 'outbound_emails', 'rate_limits', 'idempotency_keys'] as const)
    await database.db.deleteFrom(table).execute();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const fit = {
  name: 'Tess',
  email: 'Tess@Example.com',
  category: 'bug',
  message: 'The receipt\nshows no date.',
};
const send = (payload: object, headers: Record<string, string> = anonymousHeaders) =>
  server.inject({ method: 'POST', url: '/api/support/messages', payload, headers });
const stored = () => database.db.selectFrom('support_messages').selectAll().execute();

test('stores a message, confirms it to its sender and forwards it to the operator', async () => {
  expect((await send(fit)).statusCode).toBe(200);
  expect(await stored()).toMatchObject([
    {
      user_id: null,
      name: 'Tess',
      email: 'tess@example.com',
      category: 'bug',
      message: 'The receipt\nshows no date.',
      created_at: clock.now(),
    },
  ]);
  const mails = await listOutbox(database.db);
  const to = (address: string) => mails.find((mail) => mail.to === address);
  expect(mails).toHaveLength(2);
  expect(to('tess@example.com')?.text).toContain("we'll get back to you within 24-48 hours");
  expect(to(OPERATOR)).toMatchObject({ subject: 'Support: Bug Report' });
  expect(to(OPERATOR)?.text).toContain('The receipt\nshows no date.');
});

test('sends a confirmation without any text that the sender typed', async () => {
  await send({ ...fit, name: 'Win a prize', message: 'at http://prize.example' });
  const mails = await listOutbox(database.db);
  const confirmation = mails.find((mail) => mail.to === 'tess@example.com')!;
  expect(confirmation.subject + confirmation.text).not.toMatch(/prize/);
});

test('names the account in the message of a signed-in person', async () => {
  const actor = await createActor(database.db, { role: 'clipper' });
  await send(fit, actor.headers);
  expect(await stored()).toMatchObject([{ user_id: actor.userId }]);
});

test.each(['name', 'email', 'message'] as const)('refuses an empty %s and names the field', async (field) => {
  const reply = await send({ ...fit, [field]: '   ' });
  expect(reply.json()).toMatchObject({ code: 'missing_information', fields: [{ field }] });
  expect(await stored()).toEqual([]);
});

test.each([
  ['email', 'nobody'],
  ['email', 'a@b.example, c@d.example'],
  ['email', 'x@y.example\nbcc: z@y.example'],
  ['category', ''],
  ['category', 'praise'],
  ['message', 'x'.repeat(4_001)],
  ['name', 'x'.repeat(101)],
])('refuses the %s %j and names the field', async (field, value) => {
  const reply = await send({ ...fit, [field]: value });
  expect(reply.statusCode).toBe(400);
  expect(reply.json()).toMatchObject({ code: 'invalid_input', fields: [{ field }] });
  expect(await stored()).toEqual([]);
});

test('confirms to one address three times a day, and stores every message', async () => {
  for (let sent = 0; sent < 5; sent++) await send(fit);
  const mails = await listOutbox(database.db);
  expect(mails.filter((mail) => mail.to === 'tess@example.com')).toHaveLength(3);
  expect(mails.filter((mail) => mail.to === OPERATOR)).toHaveLength(5);
});

test('refuses more than five messages a minute from one caller', async () => {
  const replies: number[] = [];
  // Sends eleven messages: a new minute may begin meanwhile, and the limit for two minutes is ten.
  for (let sent = 0; sent < 11; sent++) replies.push((await send(fit)).statusCode);
  expect(replies.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
  expect(replies).toContain(429);
});
