import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { listOutbox } from '#server/infra/mail.ts';
import { anonymousHeaders, createActor, createTestServer, type TestActor } from '#server/testing/actor.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { OPERATOR, testModules } from '#server/testing/modules.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });

let database: TestDatabase;
let server: FastifyInstance;
let admin: TestActor;

beforeAll(async () => {
  database = await testDatabase();
  server = await createTestServer({
    db: database.db,
    clock,
    modules: testModules(database.db, clock, ['support']),
  });
  admin = await createActor(database.db, { role: 'admin', username: 'ines_admin' });
});
beforeEach(async () => {
  for (const table of ['takedown_requests', 'outbound_emails', 'rate_limits'] as const)
    await database.db.deleteFrom(table).execute();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const fit = {
  name: 'Noa Lind',
  email: 'Noa@Studio.example',
  onBehalfOf: 'Studio Lind',
  url: 'https://www.tiktok.com/@someone/video/7300000000000000000',
  work: 'My film "Harbor", published on 2024-05-01.',
  goodFaith: true,
  accurate: true,
  signature: 'Noa Lind',
};
const send = (payload: object, headers: Record<string, string> = anonymousHeaders) =>
  server.inject({ method: 'POST', url: '/api/takedowns', payload, headers });
const list = async (state = 'open', cursor = '') =>
  (
    await server.inject({
      method: 'GET',
      url: `/api/admin/takedowns?state=${state}${cursor && `&cursor=${cursor}`}`,
      headers: admin.headers,
    })
  ).json();
const act = (id: string, what: 'handle' | 'reopen', payload?: object) =>
  server.inject({
    method: 'POST',
    url: `/api/admin/takedowns/${id}/${what}`,
    headers: admin.headers,
    ...(payload ? { payload } : {}),
  });

test('stores a request, confirms it without any text from the sender, and forwards it to the operator', async () => {
  const who = await createActor(database.db, { role: 'host', username: 'noa_lind' });
  expect((await send(fit, who.headers)).statusCode).toBe(200);
  const { rows } = await list();
  expect(rows).toMatchObject([
    {
      name: 'Noa Lind',
      email: 'noa@studio.example',
      onBehalfOf: 'Studio Lind',
      username: 'noa_lind',
      url: fit.url,
      work: fit.work,
      signature: 'Noa Lind',
      handled: null,
    },
  ]);
  const mails = await listOutbox(database.db);
  const to = (address: string) => mails.find((mail) => mail.to === address)!;
  expect(mails).toHaveLength(2);
  const confirmation = to('noa@studio.example').subject + to('noa@studio.example').text;
  expect(confirmation).toContain(rows[0].id);
  expect(confirmation).not.toMatch(/Lind|Harbor|tiktok/);
  for (const part of [fit.url, fit.work, 'On behalf of: Studio Lind', 'Signed: Noa Lind'])
    expect(to(OPERATOR).text).toContain(part);
});

test.each([
  ['name', '  ', 'missing_information'],
  ['email', '', 'missing_information'],
  ['url', '', 'missing_information'],
  ['work', '', 'missing_information'],
  ['signature', '', 'missing_information'],
  ['email', 'a@b.example, c@d.example', 'invalid_input'],
  ['url', 'tiktok.com/@someone', 'invalid_input'],
  ['url', 'javascript:alert(1)', 'invalid_input'],
  ['goodFaith', false, 'statement_required'],
  ['accurate', false, 'statement_required'],
])('refuses the %s %j and names the field', async (field, value, code) => {
  const reply = await send({ ...fit, [field]: value });
  expect(reply.json()).toMatchObject({ code, fields: [{ field }] });
  expect((await list()).rows).toEqual([]);
});

test('confirms to one address three times a day, and refuses a sixth request within a minute', async () => {
  const replies: number[] = [];
  // Sends eleven requests: a new minute may begin meanwhile, and the limit for two minutes is ten.
  for (let sent = 0; sent < 11; sent++) replies.push((await send(fit)).statusCode);
  expect(replies.slice(0, 5)).toEqual(Array(5).fill(200));
  expect(replies).toContain(429);
  const mails = await listOutbox(database.db);
  expect(mails.filter((mail) => mail.to === 'noa@studio.example')).toHaveLength(3);
  expect(mails.filter((mail) => mail.to === OPERATOR).length).toBeGreaterThanOrEqual(5);
});

test('lets an admin note the handling once, and reopen the request', async () => {
  await send(fit);
  const [{ id }] = (await list()).rows;
  expect((await act(id, 'handle', { note: ' ' })).json()).toMatchObject({ code: 'invalid_input' });
  const both = await Promise.all([
    act(id, 'handle', { note: 'Removed.' }),
    act(id, 'handle', { note: 'No.' }),
  ]);
  expect(both.map((reply) => reply.statusCode).sort()).toEqual([200, 409]);
  expect((await list()).rows).toEqual([]);
  expect((await list('handled')).rows).toMatchObject([
    { id, handled: { by: 'ines_admin', at: clock.now().toISOString() } },
  ]);
  expect((await act(id, 'reopen')).statusCode).toBe(200);
  expect((await act(id, 'reopen')).statusCode).toBe(409);
  expect((await list()).rows).toMatchObject([{ id, handled: null }]);
  const audit = await database.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  expect(audit).toEqual([
    { action: 'takedown.handled', actor_id: admin.userId },
    { action: 'takedown.reopened', actor_id: admin.userId },
  ]);
});

test('lists requests to admins only, and answers 404 for an unknown one', async () => {
  expect((await act(newId(), 'handle', { note: 'Done.' })).statusCode).toBe(404);
  const host = await createActor(database.db, { role: 'host' });
  for (const url of ['/api/admin/takedowns', '/api/admin/nothing-here']) {
    const reply = await server.inject({ method: 'GET', url, headers: host.headers });
    expect(reply.statusCode).toBe(404);
  }
});

test('narrows the list by words, and exports the same rows', async () => {
  await send(fit);
  await send({ ...fit, work: 'A song' });
  expect((await list('open&search=SONG')).rows).toMatchObject([{ work: 'A song' }]);
  const file = await server.inject({
    method: 'GET',
    url: '/api/admin/takedowns.csv?search=song',
    headers: admin.headers,
  });
  expect(file.body.trim().split('\r\n')).toHaveLength(2);
});

test('pages through a long list without gaps, open ones oldest first', async () => {
  for (let n = 0; n < 25; n++)
    await database.db
      .insertInto('takedown_requests')
      .values({
        id: newId(),
        name: `${n}`,
        email: 'x@y.example',
        url: fit.url,
        work: 'w',
        signature: 's',
        created_at: new Date(n),
      })
      .execute();
  const first = await list();
  const second = await list('open', first.nextCursor);
  expect([...first.rows, ...second.rows].map((row: { name: string }) => row.name)).toEqual(
    Array.from({ length: 25 }, (_, n) => `${n}`),
  );
});
