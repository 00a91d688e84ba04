import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPerson } from './testing/api.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { findVisitorPage } from './visitor-pages.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const offered = { demo: false, googleSignIn: false };
const found = (path: string) => findVisitorPage(database.db, { path, hasQuery: false }, offered);

test('every spelling of a name leads to one canonical path, so that no spelling is rendered again', async () => {
  const { userId } = await testPerson(database.db, 'clipper');
  const { username } = await database.db
    .selectFrom('profiles')
    .select('username')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  for (const spelling of [
    `/@${username}`,
    `/@${username!.toUpperCase()}`,
    `/@${username}/`,
    `/@%${username!.charCodeAt(0).toString(16)}${username!.slice(1)}`,
  ])
    expect(await found(spelling)).toMatchObject({ at: `/@${username}` });
});

test('an unknown name or listing id is not found', async () => {
  for (const path of ['/@nobody_of_that_name', '/@%', '/listings/1'])
    expect(await found(path)).toBe('unknown');
  expect(await found('/pricing')).toBeNull();
});
