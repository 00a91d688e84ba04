import { afterAll, beforeAll, expect, test } from 'vitest';
import { describePage } from './page-heads.ts';
import { testPerson } from './testing/api.ts';
import { type TestDatabase, testDatabase } from './testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const offered = { demo: false, googleSignIn: false };
const described = (path: string) => describePage(database.db, { path, hasQuery: false }, offered);

test('a page is rendered at its canonical address only, so that no spelling of a name is rendered again', async () => {
  const { userId } = await testPerson(database.db, 'clipper');
  const { username } = await database.db
    .selectFrom('profiles')
    .select('username')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(await described(`/@${username}`)).toMatchObject({ found: true, visitors: { name: 'profile' } });
  for (const spelling of [
    `/@${username!.toUpperCase()}`,
    `/@${username}/`,
    `/@%${username!.charCodeAt(0).toString(16)}${username!.slice(1)}`,
  ]) {
    const other = await described(spelling);
    expect(other).toMatchObject({ found: true });
    expect(other).not.toHaveProperty('visitors');
  }
});

test('an unknown name or listing id is not found', async () => {
  for (const path of ['/@nobody_of_that_name', '/@%', '/listings/1'])
    expect(await described(path)).toMatchObject({ found: false });
  expect(await described('/pricing')).toBeNull();
});
