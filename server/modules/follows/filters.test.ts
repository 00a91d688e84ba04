import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ExploreFilters, type FilterName, filterNames } from '#contract/listings/explore-filters.ts';
import type { Actor } from '#server/http/actor.ts';
import { MINUTE, MovableClock } from '#server/infra/clock.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testListing } from '#server/testing/clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { notifyFollowers } from './notify-followers.job.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let api: Awaited<ReturnType<typeof testApi>>;
let clipper: Actor;
let listingId: string;

beforeAll(async () => {
  database = await testDatabase();
  api = await testApi(
    database.db,
    clock,
    testModules(database.db, clock, ['listings', 'follows', 'notifications']),
  );
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.owner.deleteFrom('saved_searches').execute();
  clipper = await testPerson(database.db, 'clipper');
});

/** For each filter, a value that matches the listing of these tests, and a value that does not. */
const values: { [Name in FilterName]-?: [match: unknown, other: unknown] } = {
  category: ['gaming', 'music'],
  search: ['night', 'cooking'],
  platform: ['tiktok', 'youtube'],
  minRateCents: [200, 201],
  minFreeDollars: [100, 101],
  language: ['German', 'Korean'],
};

const save = (filters: object) =>
  api.send('POST', '/api/saved-searches', { as: clipper, body: { name: 'Mine', filters, alerts: true } });
const saved = async (): Promise<{ filters: ExploreFilters }[]> =>
  (await api.send('GET', '/api/saved-searches', { as: clipper })).body.rows;

async function post() {
  clock.advance(MINUTE);
  listingId = (await testListing(database.db, clock.now())).id;
  await database.owner
    .updateTable('listings')
    .set({ language: 'German', category: 'gaming' })
    .where('id', '=', listingId)
    .execute();
  await notifyFollowers(database.db).run(clock.now());
}
const isNotified = async () =>
  (await database.db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', clipper.userId)
    .where('link', '=', `/listings/${listingId}`)
    .executeTakeFirst()) !== undefined;
const isListed = async (filters: object) => {
  const query = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]));
  const { body } = await api.send('GET', `/api/listings?${query}`, { as: clipper });
  return body.rows.some(({ id }: { id: string }) => id === listingId);
};

test.each(filterNames)(
  'filter %s gives the feed and the alerts of a saved search the same result',
  async (name) => {
    for (const [value, matches] of values[name].map((one, nth) => [one, nth === 0] as const)) {
      const filters = { [name]: value };
      await save(filters);
      expect(await saved()).toMatchObject([{ filters }]);
      await post();
      expect(await isListed(filters), `listed by ${value}`).toBe(matches);
      expect(await isNotified(), `notified of ${value}`).toBe(matches);
    }
  },
);

test('searches saved by release 0.3.0 keep their filters here, and searches saved here keep them in 0.3.0', async () => {
  const { owner } = database;
  const columns = { search: null, platform: 'tiktok', min_rate_cents: 150, min_free_dollars: null };
  const row = {
    id: crypto.randomUUID(),
    clipper_id: clipper.accountId,
    name: 'Mine',
    alerts: true,
    created_at: clock.now(),
  };
  await owner
    .insertInto('saved_searches')
    .values({ ...row, ...columns })
    .execute();
  expect(await saved()).toMatchObject([{ filters: { platform: 'tiktok', minRateCents: 150 } }]);
  await owner
    .updateTable('saved_searches')
    .set({ platform: null, language: 'Korean' })
    .where('id', '=', row.id)
    .execute();
  expect((await saved())[0]!.filters).toEqual({ minRateCents: 150, language: 'Korean' });
  await save({ minFreeDollars: 500 });
  expect(
    await owner
      .selectFrom('saved_searches')
      .select(['min_rate_cents', 'min_free_dollars', 'language'])
      .execute(),
  ).toEqual([{ min_rate_cents: null, min_free_dollars: 500, language: null }]);
});

test('ignores a stored value that a filter no longer allows', async () => {
  await save({ language: 'German', minRateCents: 150 });
  await database.owner
    .updateTable('saved_searches')
    .set({ filters: JSON.stringify({ language: 'Klingon', minRateCents: 150 }) })
    .execute();
  expect((await saved())[0]!.filters).toEqual({ minRateCents: 150 });
});
