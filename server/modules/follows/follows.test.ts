import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { personalAccount, type UserId } from '#contract/accounts/ids.ts';
import { FOLLOWED_HOSTS_MAX, SAVED_SEARCHES_MAX } from '#contract/follows.ts';
import { micros } from '#contract/money.ts';
import type { Actor } from '#server/http/actor.ts';
import { MINUTE, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { insertListing, testListing } from '#server/testing/clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { notifyFollowers } from './notify-followers.job.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let api: Awaited<ReturnType<typeof testApi>>;
let host: Actor;
let hostName: string;
let tess: Actor;
let mira: Actor;

beforeAll(async () => {
  database = await testDatabase();
  api = await testApi(database.db, clock, testModules(database.db, clock, ['follows', 'notifications']));
});
afterAll(() => database.close());
beforeEach(async () => {
  const { db } = database;
  [host, tess, mira] = [
    await testPerson(db, 'host'),
    await testPerson(db, 'clipper'),
    await testPerson(db, 'clipper'),
  ];
  hostName = await nameOf(host);
});

async function nameOf({ accountId }: Actor): Promise<string> {
  const { username } = await database.db
    .selectFrom('profiles')
    .select('username')
    .where('user_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return username!;
}

const follow = (as: Actor, name = hostName) => api.send('PUT', `/api/followed-hosts/${name}`, { as });
const save = (as: Actor, name: string, filters: object, alerts = true) =>
  api.send('POST', '/api/saved-searches', { as, body: { name, filters, alerts } });

/** Posts a listing a minute after all earlier follows and searches. */
async function post(terms: Parameters<typeof testListing>[2] = {}): Promise<string> {
  clock.advance(MINUTE);
  return (await testListing(database.db, clock.now(), { hostId: host.accountId, ...terms })).id;
}
const run = () => notifyFollowers(database.db).run(clock.now());

const noticesOf = async ({ userId }: Actor) =>
  await database.db
    .selectFrom('notifications')
    .select(['kind', 'title', 'link'])
    .where('user_id', '=', userId)
    .where('kind', 'like', 'new_listing.%')
    .orderBy('created_at')
    .execute();

describe('following a host', () => {
  test('a follower is notified once of later listings, whoever runs the job', async () => {
    await post();
    expect((await follow(tess)).status).toBe(200);
    expect((await follow(tess)).status).toBe(200);
    const id = await post();
    await Promise.all([run(), run(), run()]);
    await run();
    expect(await noticesOf(tess)).toEqual([
      { kind: 'new_listing.of_host', title: `New listing by @${hostName}`, link: `/listings/${id}` },
    ]);
    expect(await noticesOf(mira)).toEqual([]);
  });

  test('notifies neither former followers nor clippers whom the host blocked or an admin banned', async () => {
    const { db, owner } = database;
    for (const one of [tess, mira]) await follow(one);
    const nora = await testPerson(db, 'clipper');
    await follow(nora);
    await api.send('DELETE', `/api/followed-hosts/${hostName}`, { as: tess });
    await db
      .insertInto('clipper_blocks')
      .values({ host_id: host.accountId, clipper_id: mira.accountId, blocked_at: clock.now() })
      .execute();
    await owner.updateTable('users').set({ banned_at: clock.now() }).where('id', '=', nora.userId).execute();
    await post();
    await run();
    for (const one of [tess, mira, nora]) expect(await noticesOf(one)).toEqual([]);
  });

  test('lists followed hosts, and refuses to follow anybody else', async () => {
    await follow(tess);
    const { body } = await api.send('GET', '/api/followed-hosts', { as: tess });
    expect(body.rows).toMatchObject([{ username: hostName, activeListings: 0 }]);
    for (const name of ['nobody_here', await nameOf(mira), '%00'])
      expect((await follow(tess, name)).body.code, name).toMatch(/profile_not_found|invalid_input/);
    expect((await api.send('PUT', `/api/followed-hosts/${hostName}`, { as: host })).body.code).toBe(
      'wrong_role',
    );
  });

  test('409: refuses to follow one host more than the limit', async () => {
    const { db } = database;
    const hosts = Array.from({ length: FOLLOWED_HOSTS_MAX }, () => newId<UserId>());
    await db
      .insertInto('users')
      .values(hosts.map((id) => ({ id, email: `${id}@people.example`, name: 'Host', role: 'host' as const })))
      .execute();
    await db
      .insertInto('followed_hosts')
      .values(
        hosts.map((id) => ({
          clipper_id: tess.accountId,
          host_id: personalAccount(id),
          followed_at: clock.now(),
        })),
      )
      .execute();
    expect((await follow(tess)).body.code).toBe('followed_hosts_full');
  });

  test('notifies nobody of a removed or paused listing', async () => {
    await follow(tess);
    const id = await post();
    await database.owner
      .updateTable('listings')
      .set({ state: 'paused', pause_reason: 'host' })
      .where('id', '=', id)
      .execute();
    await run();
    expect(await noticesOf(tess)).toEqual([]);
  });

  test('notifies of a listing whose transaction began early and committed late', async () => {
    const { db } = database;
    await follow(tess);
    clock.advance(MINUTE);
    const id = newId();
    await transact(db, async (tx) => {
      await insertListing(tx, clock.now(), { id, hostId: host.accountId, budgetMicros: micros(1_000_000n) });
      await post({ platforms: ['youtube'] });
      await run();
    });
    await run();
    expect(await noticesOf(tess)).toHaveLength(2);
  });
});

describe('a saved search', () => {
  test('notifies of listings that match all filters, once however many searches match', async () => {
    await save(tess, 'Cheap', { minRateCents: 100 });
    await save(tess, 'By name', { search: 'nigh' });
    await save(mira, 'Dear', { minRateCents: 500 });
    await save(mira, 'Rich', { minFreeDollars: 1_000 });
    await save(mira, 'Reels', { platform: 'instagram' });
    await save(mira, 'Words', { search: 'cooking' });
    await save(mira, 'Language', { search: 'night', language: 'German' });
    await save(mira, 'Silent', { minRateCents: 100 }, false);
    const id = await post({ platforms: ['tiktok'] });
    await run();
    expect(await noticesOf(tess)).toEqual([
      { kind: 'new_listing.of_search', title: 'New listing for “By name”', link: `/listings/${id}` },
    ]);
    // Listings in "any" language match every language.
    expect((await noticesOf(mira)).map(({ title }) => title)).toEqual(['New listing for “Language”']);
  });

  test('only its owner can rename, replace, mute or delete a saved search, which is identified by name', async () => {
    const { body } = await save(tess, 'Mine', { search: '  night run ', platform: 'tiktok' });
    await save(tess, 'Mine', { language: 'English' });
    const list = async () => (await api.send('GET', '/api/saved-searches', { as: tess })).body.rows;
    expect(await list()).toMatchObject([
      { id: body.id, name: 'Mine', filters: { language: 'English' }, alerts: true },
    ]);
    const alerts = { alerts: false };
    const path = `/api/saved-searches/${body.id}`;
    expect((await api.send('PUT', `${path}/alerts`, { as: mira, body: alerts })).body.code).toBe('not_found');
    expect((await api.send('DELETE', path, { as: mira })).body.code).toBe('not_found');
    expect((await api.send('PUT', `${path}/alerts`, { as: tess, body: alerts })).status).toBe(200);
    expect(await list()).toMatchObject([alerts]);
    expect((await api.send('DELETE', path, { as: tess })).status).toBe(200);
    expect(await list()).toEqual([]);
  });

  test('refuses a search without filters, and one above the limit', async () => {
    for (const filters of [{}, { search: ' ' }, { search: '!?' }, { minRateCents: 0 }])
      expect((await save(tess, 'All', filters)).body.code, JSON.stringify(filters)).toBe('invalid_input');
    for (let made = 0; made < SAVED_SEARCHES_MAX; made++)
      expect((await save(tess, `Kept ${made}`, { minRateCents: 100 })).status).toBe(200);
    expect((await save(tess, 'One more', { minRateCents: 100 })).body.code).toBe('saved_searches_full');
    expect((await save(tess, 'Kept 1', { minRateCents: 200 })).status).toBe(200);
  });
});
