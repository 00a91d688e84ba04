import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { clipOn } from '#server/testing/listing-clips.ts';
import { connect, fund, listingBody } from '#server/testing/listings.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const api = await testApi(t.db, clock, testModules(t.db, clock, ['listings']));
afterAll(async () => {
  await api.close();
  await t.close();
});

let host: Actor;
let id: string;
beforeEach(async () => {
  host = await testPerson(t.db, 'host');
  await connect(t.db, host);
  await fund(t.db, host.accountId, 500);
  id = (await api.send('POST', '/api/listings', { as: host, body: listingBody })).body.id;
});

const { budgetMicros: _budget, sourceMediaId: _media, sourceUrl: _url, ...terms } = listingBody;
const edit = (changes: object = {}, as = host) =>
  api.send('PUT', `/api/listings/${id}`, { as, body: { ...terms, version: 1, ...changes } });
const page = async () => (await api.send('GET', `/api/listings/${id}`, { as: host })).body;

test('new terms are the next version; a clip keeps the version under which it was submitted', async () => {
  const clip = await clipOn(t.db, id, clock.now(), 'pending');
  const reply = await edit({ title: 'April too', rateCentsPerMille: 250, rules: { minViews: 500 } });
  expect(reply.body).toEqual({ version: 2 });
  expect(await page()).toMatchObject({
    title: 'April too',
    version: 2,
    rateCentsPerMille: 250,
    rules: { minViews: 500, decisionHours: 24 },
    source: { url: listingBody.sourceUrl },
    budget: { fundedMicros: listingBody.budgetMicros },
  });
  const rates = await t.db
    .selectFrom('submissions as s')
    .innerJoin('listing_versions as v', (join) =>
      join.onRef('v.listing_id', '=', 's.listing_id').onRef('v.version', '=', 's.listing_version'),
    )
    .select('v.rate_cents_per_mille as rate')
    .where('s.id', '=', clip.id)
    .execute();
  expect(rates).toEqual([{ rate: 200 }]);
  const feed = await api.send('GET', '/api/listings?search=april');
  expect(feed.body.rows).toMatchObject([{ id, rateCentsPerMille: 250, minViews: 500 }]);
  const audit = await t.db
    .selectFrom('audit_log')
    .select(['actor_id', 'data'])
    .where('subject_id', '=', id)
    .where('action', '=', 'listing.edited')
    .execute();
  expect(audit).toMatchObject([{ actor_id: host.userId, data: { version: 2 } }]);
});

test('of two edits of one version the second is refused and overwrites nothing', async () => {
  const replies = await Promise.all([edit({ title: 'One' }), edit({ title: 'Two' })]);
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
  expect(replies.find((reply) => reply.status === 409)!.body.code).toBe('changed_meanwhile');
  expect((await page()).version).toBe(2);
});

test.each([
  ['missing_information', { title: '  ' }],
  ['invalid_input', { rateCentsPerMille: 5 }],
  ['invalid_input', { rules: { maxPayoutMicros: '400000000' } }],
  ['invalid_input', { rules: { endsAt: '2026-03-01T00:00:00.000Z' } }],
  ['platform_selection_required', { platforms: [] }],
])('%s: %j is refused and changes nothing', async (code, changes) => {
  expect((await edit(changes)).body.code).toBe(code);
  expect((await page()).version).toBe(1);
});

test('only the listing’s host edits it, and only while it accepts clips or is paused', async () => {
  expect((await edit({}, await testPerson(t.db, 'host'))).status).toBe(404);
  await api.send('POST', `/api/listings/${id}/pause`, { as: host });
  expect((await edit({})).body).toEqual({ version: 2 });
  await api.send('POST', `/api/listings/${id}/end`, { as: host });
  expect((await edit({ version: 2 })).body.code).toBe('listing_state');
});

test('a rate whose 1,000 views the free budget no longer pays pauses the listing, and a lower rate resumes it', async () => {
  await t.owner
    .updateTable('ledger_accounts')
    .set({ balance_micros: 4_000_000n })
    .where('kind', '=', 'listing')
    .where('owner_id', '=', id)
    .execute();
  await edit({ rateCentsPerMille: 500 });
  const own = async () => (await api.send('GET', '/api/host/listings', { as: host })).body.rows[0];
  expect(await own()).toMatchObject({ state: 'paused', pauseReason: 'exhausted' });
  await edit({ rateCentsPerMille: 300, version: 2 });
  expect(await own()).toMatchObject({ state: 'active', pauseReason: null });
});
