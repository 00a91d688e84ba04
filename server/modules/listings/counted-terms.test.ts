import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { addFigures, testClip, testListing } from '#server/testing/clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { connect, fund, listingBody } from '#server/testing/listings.ts';
import { testModules } from '#server/testing/modules.ts';
import { resumeUnclaimed } from './exhaust.ts';

let t: TestDatabase;
let api: Awaited<ReturnType<typeof testApi>>;
let host: Actor;
beforeAll(async () => {
  t = await testDatabase();
  const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
  // YouTube and TikTok have API keys here, Instagram has none.
  const adapters = {
    available: ['youtube' as const, 'tiktok' as const],
    connect: () => null,
    posts: () => null,
  };
  api = await testApi(t.db, clock, testModules(t.db, clock, ['listings'], { platforms: { adapters } }));
  host = await testPerson(t.db, 'host');
  await connect(t.db, host);
  await fund(t.db, host.accountId, 5_000);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const post = (rules: object, platforms: string[]) =>
  api.send('POST', '/api/listings', { as: host, body: { ...listingBody, platforms, rules } });
const engaged = { countedViews: 'engaged', countedCountries: ['US', 'GB', 'US'] };

test('a host chooses which views a listing pays for, and its page and the feed show the choice', async () => {
  const { id } = (await post(engaged, ['youtube'])).body;
  const terms = { countedViews: 'engaged', countedCountries: ['US', 'GB'] };
  const page = (await api.send('GET', `/api/listings/${id}`)).body;
  expect(page).toMatchObject({ ...terms, rules: terms });
  const { rows } = (await api.send('GET', '/api/listings')).body;
  expect(rows.find((row: { id: string }) => row.id === id)).toMatchObject(terms);
});

test('pays every view from everywhere unless the host chooses otherwise', async () => {
  const { id } = (await post({}, ['tiktok'])).body;
  const terms = { countedViews: 'all', countedCountries: [] };
  expect((await api.send('GET', `/api/listings/${id}`)).body.rules).toMatchObject(terms);
});

test.each([
  [
    engaged,
    ['youtube', 'tiktok'],
    'rules.countedViews',
    'Views paid for: only YouTube Shorts tells which views those are. Leave TikTok out of the platforms, or pay for every view.',
  ],
  [
    engaged,
    ['instagram'],
    'rules.countedViews',
    'Views paid for: Pay for every view. This server has no access to Instagram, so it can’t tell which views those are.',
  ],
  [
    { countedCountries: ['DE'] },
    ['tiktok'],
    'rules.countedCountries',
    'Countries paid for: only YouTube Shorts tells which views those are. Leave TikTok out of the platforms, or pay for every view.',
  ],
  [
    { countedCountries: ['XX', 'DE'] },
    ['youtube'],
    'rules.countedCountries',
    'Countries paid for: XX is no country; use codes of two letters, such as US GB.',
  ],
  [
    { countedCountries: Array.from({ length: 51 }, () => 'DE') },
    ['youtube'],
    'rules.countedCountries',
    'Countries paid for must not have more than 50 entries.',
  ],
  [
    { countedCountries: ['USA'] },
    ['youtube'],
    'rules.countedCountries.0',
    'Countries paid for, entry 1, must not be longer than 2 characters.',
  ],
])('%j on %j is refused beside its field', async (rules, platforms, field, message) => {
  const { status, body } = await post(rules, platforms);
  expect([status, body.code]).toEqual([400, 'invalid_input']);
  expect(body.fields[0]).toMatchObject({ field, message });
});

test('edited terms apply to later clips only', async () => {
  const { id } = (await post({}, ['youtube'])).body;
  const { budgetMicros: _budget, sourceMediaId: _media, sourceUrl: _url, ...terms } = listingBody;
  const body = { ...terms, platforms: ['youtube'], rules: engaged, version: 1 };
  expect((await api.send('PUT', `/api/listings/${id}`, { as: host, body })).body).toEqual({ version: 2 });
  const versions = await t.db
    .selectFrom('listing_versions')
    .select(['version', 'counted_views', 'counted_countries'])
    .where('listing_id', '=', id)
    .orderBy('version')
    .execute();
  expect(versions).toEqual([
    { version: 1, counted_views: 'all', counted_countries: [] },
    { version: 2, counted_views: 'engaged', counted_countries: ['US', 'GB'] },
  ]);
});

test('an exhausted listing resumes once all counted views are paid, whatever else was verified', async () => {
  const at = new Date('2026-03-01T12:00:00Z');
  const { id: listingId } = await testListing(t.db, at, { rules: { counted_views: 'engaged' } });
  const clipperId = (await testPerson(t.db, 'clipper')).accountId;
  const clip = await testClip(t.db, { listingId, clipperId, approvedAt: at, views: 6_000 });
  await settle(t.db, at);
  const stateAfter = async () => {
    const exhausted = { state: 'paused', pause_reason: 'exhausted' } as const;
    await t.db.updateTable('listings').set(exhausted).where('id', '=', listingId).execute();
    await transact(t.db, (tx) => resumeUnclaimed(tx, listingId, at));
    const unsound = (await reconcile(t.db)).invariants.filter(({ ok }) => !ok);
    expect(unsound).toEqual([]);
    return await t.db.selectFrom('listings').select('state').where('id', '=', listingId).executeTakeFirst();
  };
  expect(await stateAfter()).toEqual({ state: 'active' });
  await addFigures(t.db, clip, { views: 4_000, part: 1_000 }, at);
  expect(await stateAfter()).toEqual({ state: 'paused' });
  await settle(t.db, at);
  expect(await stateAfter()).toEqual({ state: 'active' });
});
