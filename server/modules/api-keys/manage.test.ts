import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { after, HOUR, MovableClock } from '#server/infra/clock.ts';
import { createActor, createTestServer, type TestActor } from '#server/testing/actor.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const clock = new MovableClock();
let database: TestDatabase;
let server: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  const modules = testModules(database.db, clock, ['api-keys']);
  server = await createTestServer({ db: database.db, clock, modules });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const host = () => createActor(database.db, { role: 'host' });
const ask = async (who: TestActor, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const reply = await server.inject({
    method,
    url,
    headers: who.headers,
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.json() };
};
const wanted = { name: 'Nightly report', scopes: ['money:read'], expiresInDays: 30 };
const make = (who: TestActor, more: object = {}) => ask(who, 'POST', '/api/keys', { ...wanted, ...more });

test('200: creates a key, returns its secret once, stores only a hash and mails the owner', async () => {
  const ann = await host();
  const made = await make(ann);
  expect(made).toMatchObject({ status: 200, body: { key: { name: 'Nightly report', lastUsedAt: null } } });
  const { secret, key } = made.body;
  expect(secret).toMatch(/^pm_[\w-]{43}$/);
  expect(key.prefix).toBe(secret.slice(0, 9));
  const list = await ask(ann, 'GET', '/api/keys');
  expect(list.body).toEqual({ rows: [key] });
  const kept = await database.db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', key.id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(kept)).not.toContain(secret.slice(9));
  expect(kept.secret_hash).toHaveLength(32);
  const mail = await database.db
    .selectFrom('outbound_emails')
    .select(['subject', 'body_text as text'])
    .where('to_address', '=', ann.email)
    .executeTakeFirstOrThrow();
  expect(mail.subject).toBe('New API key for your Permille account');
  expect(mail.text).toContain('“Nightly report”');
  expect(mail.text).not.toContain(secret);
  const audit = await database.db
    .selectFrom('audit_log')
    .select(['action', 'data'])
    .where('subject_id', '=', key.id)
    .execute();
  expect(audit).toMatchObject([{ action: 'api_key.created', data: { scopes: ['money:read'] } }]);
  expect(JSON.stringify(audit)).not.toContain(secret.slice(9));
});

test('403: refuses a new key and a new secret without a recent login', async () => {
  const ann = await host();
  const { body } = await make(ann);
  await database.db
    .updateTable('sessions')
    .set({ confirmed_at: after(new Date(), -HOUR) })
    .where('id', '=', ann.sessionId)
    .execute();
  const again = { overlapHours: 0, expiresInDays: 30 };
  for (const refused of [await make(ann), await ask(ann, 'POST', `/api/keys/${body.key.id}/rotate`, again)]) {
    expect(refused).toMatchObject({ status: 403, body: { code: 'confirm_identity' } });
  }
  expect((await ask(ann, 'DELETE', `/api/keys/${body.key.id}`)).status).toBe(200);
});

test('403: refuses keys to admins and to people without a role', async () => {
  for (const role of ['admin', null] as const) {
    const who = await createActor(database.db, { role });
    expect(await make(who)).toMatchObject({ status: 403, body: { code: 'wrong_role' } });
  }
});

test('400: refuses scopes of the other kind of account, no scopes, and a lifetime of more than a year', async () => {
  const ann = await host();
  expect(await make(ann, { scopes: ['money:read', 'submissions:write'] })).toMatchObject({
    status: 400,
    body: { detail: 'The scope submissions:write is not for the account of a host.' },
  });
  for (const wrong of [{ scopes: [] }, { scopes: ['payouts:write'] }, { expiresInDays: 366 }, { name: ' ' }])
    expect(await make(ann, wrong)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

test('409: refuses an eleventh key, even when keys are created concurrently', async () => {
  const ann = await host();
  for (let made = 0; made < 6; made++) await make(ann);
  const { db } = database;
  await db.deleteFrom('rate_limits').execute();
  const rest = await Promise.all(Array.from({ length: 7 }, () => make(ann)));
  expect(rest.filter(({ status }) => status === 200)).toHaveLength(4);
  expect(rest.find(({ status }) => status !== 200)?.body).toMatchObject({ code: 'api_keys_full' });
  const { rows } = (await ask(ann, 'GET', '/api/keys')).body;
  await ask(ann, 'DELETE', `/api/keys/${rows[0].id}`);
  await db.deleteFrom('rate_limits').execute();
  expect((await make(ann)).status).toBe(200);
});

test('404: nobody can change or revoke somebody else’s key or a revoked key', async () => {
  const [ann, other] = [await host(), await host()];
  const { key } = (await make(ann)).body;
  const rotation = { overlapHours: 24, expiresInDays: 30 };
  expect((await ask(other, 'POST', `/api/keys/${key.id}/rotate`, rotation)).status).toBe(404);
  expect((await ask(other, 'DELETE', `/api/keys/${key.id}`)).status).toBe(404);
  expect((await ask(ann, 'DELETE', `/api/keys/${key.id}`)).status).toBe(200);
  expect((await ask(ann, 'DELETE', `/api/keys/${key.id}`)).status).toBe(404);
  expect((await ask(ann, 'POST', `/api/keys/${key.id}/rotate`, rotation)).status).toBe(404);
  expect((await ask(ann, 'GET', '/api/keys')).body).toEqual({ rows: [] });
});
