import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SupportCategory } from '#contract/support/support.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { listOutbox } from '#server/infra/mail.ts';
import { createActor, createTestServer, type TestActor } from '#server/testing/actor.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let server: FastifyInstance;
let admin: TestActor;

beforeAll(async () => {
  database = await testDatabase();
  const modules = testModules(database.db, clock, ['support']);
  server = await createTestServer({ db: database.db, clock, modules });
  admin = await createActor(database.db, { role: 'admin', username: 'ines_admin' });
});
beforeEach(async () => {
  for (const table of ['support_answers', 'support_messages', 'outbound_emails'] as const)
    await database.db.deleteFrom(table).execute();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

async function write(message: string, minute = 0, category: SupportCategory = 'billing'): Promise<string> {
  const id = newId();
  const created_at = new Date(clock.now().getTime() + minute * 60_000);
  await database.db
    .insertInto('support_messages')
    .values({ id, name: 'Tess', email: 'tess@people.example', category, message, created_at })
    .execute();
  return id;
}
const inbox = async (query = '') =>
  (
    await server.inject({ method: 'GET', url: `/api/admin/support${query}`, headers: admin.headers })
  ).json() as { rows: { id: string; message: string; state: string; answers: { text: string }[] }[] };
const act = (id: string, what: string, payload: object = {}) =>
  server.inject({
    method: 'POST',
    url: `/api/admin/support/${id}/${what}`,
    headers: { ...admin.headers, 'idempotency-key': newId() },
    ...(what === 'answer' ? { payload } : {}),
  });

test('lists open messages oldest first, and narrows them by category and words', async () => {
  await write('Where is my refund?', 1);
  await write('The button is red', 2, 'bug');
  await write('100% wrong figure', 3);
  const texts = async (query: string) => (await inbox(query)).rows.map((row) => row.message);
  expect(await texts('')).toEqual(['Where is my refund?', 'The button is red', '100% wrong figure']);
  expect(await texts('?category=bug')).toEqual(['The button is red']);
  expect(await texts('?search=REFUND')).toEqual(['Where is my refund?']);
  expect(await texts('?search=0%25')).toEqual(['100% wrong figure']);
  expect(await texts('?search=%25')).toEqual(['100% wrong figure']);
});

test('mails an answer, stores and audits it, and removes its message from the open ones', async () => {
  const id = await write('Where is my refund?\nIt was $10.');
  expect((await act(id, 'answer', { text: 'It is on its way.' })).statusCode).toBe(200);
  const [mail] = await listOutbox(database.db);
  expect(mail).toMatchObject({ to: 'tess@people.example', subject: 'Your message to Permille' });
  expect(mail!.text).toBe('It is on its way.\n\nYou wrote:\n> Where is my refund?\n> It was $10.\n');
  expect((await inbox()).rows).toEqual([]);
  expect((await inbox('?state=answered')).rows).toMatchObject([
    { id, state: 'answered', answers: [{ by: 'ines_admin', text: 'It is on its way.' }] },
  ]);
  const audit = await database.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('subject_id', '=', id)
    .execute();
  expect(audit).toEqual([{ action: 'support.answered', actor_id: admin.userId }]);
});

test('mails the same answer once if it is sent twice', async () => {
  const id = await write('Hello?');
  const request = {
    method: 'POST',
    url: `/api/admin/support/${id}/answer`,
    payload: { text: 'Here we are.' },
    headers: { ...admin.headers, 'idempotency-key': newId() },
  } as const;
  for (let sent = 0; sent < 2; sent++) expect((await server.inject(request)).statusCode).toBe(200);
  expect(await listOutbox(database.db)).toHaveLength(1);
});

test('refuses an answer to a closed message until it is reopened', async () => {
  const id = await write('Never mind.');
  for (const what of ['close', 'close']) expect((await act(id, what)).statusCode).toBe(200);
  expect((await act(id, 'answer', { text: 'Good.' })).json()).toMatchObject({ code: 'support_closed' });
  await act(id, 'reopen');
  expect((await act(id, 'answer', { text: 'Good.' })).statusCode).toBe(200);
  const actions = await database.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  expect(actions.map((row) => row.action)).toEqual([
    'support.closed',
    'support.reopened',
    'support.answered',
  ]);
});

test('answers 404 for a message that does not exist', async () => {
  for (const what of ['answer', 'close', 'reopen'])
    expect((await act(newId(), what, { text: 'Hello.' })).statusCode).toBe(404);
});
