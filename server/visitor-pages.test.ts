import { afterAll, beforeAll, expect, test } from 'vitest';
import { personalAccount } from '#contract/accounts/ids.ts';
import { testPerson } from './testing/api.ts';
import { testListing } from './testing/clips.ts';
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
    .where('user_id', '=', personalAccount(userId))
    .executeTakeFirstOrThrow();
  for (const spelling of [
    `/@${username}`,
    `/@${username!.toUpperCase()}`,
    `/@${username}/`,
    `/@%${username!.charCodeAt(0).toString(16)}${username!.slice(1)}`,
  ])
    expect(await found(spelling)).toMatchObject({ at: `/@${username}` });
});

test('Explore without filters is rendered with its first page and the number of listings', async () => {
  await testListing(database.db, new Date('2026-03-02T12:00:00Z'));
  const page = await found('/explore');
  expect(page).toMatchObject({
    at: '/explore',
    reads: [
      { route: 'session' },
      { route: 'exploreListings', query: { sort: 'newest' }, reply: { rows: [{ title: 'Night run' }] } },
      { route: 'countListings', reply: { listings: 1, hasMore: false } },
    ],
  });
  const filtered = await findVisitorPage(database.db, { path: '/explore', hasQuery: true }, offered);
  expect(filtered).toBeNull();
});

test('an unknown name or listing id is not found', async () => {
  for (const path of ['/@nobody_of_that_name', '/@%', '/listings/1'])
    expect(await found(path)).toBe('unknown');
  expect(await found('/pricing')).toBeNull();
});
