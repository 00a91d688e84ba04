import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAVED_FILTERS_MAX } from '#contract/admin/saved-filters.ts';
import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let api: Awaited<ReturnType<typeof testApi>>;
let ada: Actor;
let ben: Actor;

beforeAll(async () => {
  database = await testDatabase();
  api = await testApi(database.db, clock, testModules(database.db, clock, ['admin']));
  [ada, ben] = [await testPerson(database.db, 'admin'), await testPerson(database.db, 'admin')];
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const url = '/api/admin/saved-filters';
const save = (as: Actor, name: string, query: string, view = 'payouts') =>
  api.send('POST', url, { as, body: { view, name, query } });
const own = async (as: Actor) => (await api.send('GET', url, { as })).body.rows;

test('an admin saves, renames and deletes filters of a view, which other admins don’t see', async () => {
  expect((await save(ada, 'Large', 'sort=-amount')).status).toBe(200);
  await save(ada, 'Held', 'show=held', 'submissions');
  await save(ada, 'Large', 'sort=-amount&view=finished');
  const rows = await own(ada);
  expect(rows).toMatchObject([
    { view: 'submissions', name: 'Held', query: 'show=held' },
    { view: 'payouts', name: 'Large', query: 'sort=-amount&view=finished' },
  ]);
  expect(await own(ben)).toEqual([]);
  const remove = (as: Actor) => api.send('DELETE', `${url}/${rows[1].id}`, { as });
  expect((await remove(ben)).body.code).toBe('not_found');
  expect((await remove(ada)).status).toBe(200);
  expect((await remove(ada)).body.code).toBe('not_found');
  expect(await own(ada)).toMatchObject([{ name: 'Held' }]);
});

test('refuses an unknown view, a bad name or query, and too many filters', async () => {
  for (const [name, query, view] of [
    ['', 'a=b', 'payouts'],
    ['a'.repeat(41), 'a=b', 'payouts'],
    ['Empty', '', 'payouts'],
    ['Nowhere', 'a=b', 'elsewhere'],
  ] as const)
    expect((await save(ben, name, query, view)).body.code).toBe('invalid_input');
  for (let nth = 0; nth < SAVED_FILTERS_MAX; nth++) await save(ben, `Number ${nth}`, 'a=b');
  expect((await save(ben, 'One more', 'a=b')).body.code).toBe('saved_filters_full');
  expect((await save(ben, 'Number 7', 'a=c')).status).toBe(200);
  expect((await save(ada, 'One more', 'a=b')).status).toBe(200);
});
