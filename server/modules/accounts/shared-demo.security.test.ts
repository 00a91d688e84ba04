import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type AccountsServer, cookieOf, startAccounts } from '#server/testing/accounts.ts';

let app: AccountsServer;
beforeAll(async () => {
  app = await startAccounts();
});
afterAll(() => app.close());

const visit = async () => cookieOf(await app.post('/api/auth/demo-login', { role: 'clipper' }));

test('visitors of a demo account can neither see nor end each other’s sessions', async () => {
  const [one, other] = [await visit(), await visit()];
  const list = await app.server.inject({
    method: 'GET',
    url: '/api/auth/sessions',
    headers: { cookie: one },
  });
  expect(list.json().rows).toMatchObject([{ isCurrent: true }]);
  const [theirs] = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('id', '<>', list.json().rows[0].id)
    .execute();
  const end = await app.server.inject({
    method: 'DELETE',
    url: `/api/auth/sessions/${theirs!.id}`,
    headers: { cookie: one, 'sec-fetch-site': 'same-origin' },
  });
  expect(end.statusCode).toBe(404);
  await app.post('/api/auth/sessions/end-others', {}, { cookie: one });
  expect(await app.whoIs(other)).not.toBeNull();
  await app.post('/api/auth/sign-out', {}, { cookie: one });
  expect(await app.whoIs(one)).toBeNull();
  expect(await app.whoIs(other)).not.toBeNull();
});

test('a demo login is asked to try again if a reset lasts longer than it waits', async () => {
  const waits: number[] = [];
  const resetting = await startAccounts({ pause: async (ms) => waits.push(ms) });
  onTestFinished(() => resetting.close());
  await resetting.owner
    .updateTable('users')
    .set({ email: sql<string>`'gone.' || email` })
    .where('is_demo', '=', true)
    .execute();
  const reply = await resetting.post('/api/auth/demo-login', { role: 'clipper' });
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'demo_resetting']);
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(20_000);
});
