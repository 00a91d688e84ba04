import { afterAll, describe, expect, test } from 'vitest';
import { errorCatalogue } from '#contract/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { balanceOf, host as hostAccount, listing } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { connect, fund, listingBody } from '#server/testing/listings.ts';
import { testMediaFile } from '#server/testing/media-file.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const api = await testApi(t.db, clock, testModules(t.db, clock, ['listings']));
afterAll(async () => {
  await api.close();
  await t.close();
});

const postAs = (as: Actor, change: object = {}, key?: string) =>
  api.send('POST', '/api/listings', { as, body: { ...listingBody, ...change }, ...(key ? { key } : {}) });

async function readyHost(dollars = 500): Promise<Actor> {
  const actor = await testPerson(t.db, 'host');
  await connect(t.db, actor);
  await fund(t.db, actor.accountId, dollars);
  return actor;
}

const listingsOf = async (actor: Actor) =>
  (await t.db.selectFrom('listings').select('id').where('host_id', '=', actor.accountId).execute()).length;

test('posting moves the budget into the listing and records version 1 and the host', async () => {
  const host = await readyHost();
  const reply = await postAs(host);
  expect(reply.status).toBe(200);
  const { id } = reply.body;
  expect(await balanceOf(t.db, hostAccount(host.accountId))).toBe(200_000_000n);
  expect(await balanceOf(t.db, listing(id))).toBe(300_000_000n);
  const page = await api.send('GET', `/api/listings/${id}`);
  expect(page.body).toMatchObject({
    title: listingBody.title,
    state: 'active',
    version: 1,
    rateCentsPerMille: 200,
    source: { kind: 'link', url: listingBody.sourceUrl },
    rules: { minViews: 0, clipsPerClipper: 5, trackingDays: 30, decisionHours: 24, disclosureRequired: true },
    budget: { fundedMicros: '300000000', freeMicros: '300000000', paidMicros: '0', returnedMicros: '0' },
    isOwn: false,
  });
  const audit = await t.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('subject_id', '=', id)
    .execute();
  expect(audit).toEqual([{ action: 'listing.posted', actor_id: host.userId }]);
});

describe('runs the checks in the specified order, each with its specified text', () => {
  const nothing = { platforms: [], sourceUrl: null, budgetMicros: '400000000' };
  const cases = [
    ['platform_connection_required', { ...nothing, title: '  ' }, false],
    ['missing_information', { ...nothing, title: '  ' }, true],
    ['platform_selection_required', nothing, true],
    ['video_upload_required', { ...nothing, platforms: ['tiktok'] }, true],
    ['insufficient_balance', { budgetMicros: '500010000' }, true],
  ] as const;
  for (const [code, change, connected] of cases) {
    test(code, async () => {
      const host = await testPerson(t.db, 'host');
      if (connected) await connect(t.db, host, 'twitch');
      await fund(t.db, host.accountId, 500);
      const { status, body } = await postAs(host, change);
      const { title, detail } = errorCatalogue[code];
      expect({ status, ...body }).toMatchObject({ status: 422, code, title, detail });
      expect(await listingsOf(host)).toBe(0);
      expect(await balanceOf(t.db, hostAccount(host.accountId))).toBe(500_000_000n);
    });
  }

  test('an account that can’t prove a creator, or was removed, does not count as connected', async () => {
    const host = await testPerson(t.db, 'host');
    await connect(t.db, host, 'tiktok');
    const old = await connect(t.db, host, 'youtube');
    await t.db.updateTable('connections').set({ state: 'removed' }).where('id', '=', old).execute();
    expect((await postAs(host)).body.code).toBe('platform_connection_required');
  });
});

test('a source must be the host’s own ready upload', async () => {
  const [host, other] = [await readyHost(), await readyHost()];
  const file = async (owner: Actor, state: 'uploading' | 'ready') => ({
    sourceMediaId: await testMediaFile(t.db, { owner_id: owner.accountId, kind: 'source', state }),
    sourceUrl: null,
  });
  for (const source of [
    await file(host, 'uploading'),
    await file(other, 'ready'),
    { sourceMediaId: newId() },
  ]) {
    expect((await postAs(host, source)).body.code).toBe('video_upload_required');
  }
  const own = await file(host, 'ready');
  const { id } = (await postAs(host, own)).body;
  const { source } = (await api.send('GET', `/api/listings/${id}`)).body;
  expect(source).toMatchObject({ kind: 'upload', url: `/media/${own.sourceMediaId}`, fileName: 'a.mp4' });
});

test('refuses a broken rule with its field and its limit, and posts nothing', async () => {
  const host = await readyHost();
  const cases: [string, object][] = [
    ['budgetMicros', { budgetMicros: '9990000' }],
    ['budgetMicros', { budgetMicros: '100000010000' }],
    ['budgetMicros', { budgetMicros: '20000001' }],
    ['budgetMicros', { budgetMicros: '40000000', rateCentsPerMille: 5000 }],
    ['rateCentsPerMille', { rateCentsPerMille: 9 }],
    ['rateCentsPerMille', { rateCentsPerMille: 5001 }],
    ['rateCentsPerMille', { rateCentsPerMille: 20.5 }],
    ['title', { title: 'x'.repeat(101) }],
    ['sourceUrl', { sourceUrl: 'javascript:alert(1)' }],
    ['sourceUrl', { sourceUrl: 'my video' }],
    ['rules.maxPayoutMicros', { rules: { allocation: 'reserved' } }],
    ['rules.maxPayoutMicros', { rules: { maxPayoutMicros: '300010000' } }],
    ['rules.maxPayoutMicros', { rateCentsPerMille: 4_001, rules: { maxPayoutMicros: '40000' } }],
    ['rules.maxSeconds', { rules: { minSeconds: 60, maxSeconds: 30 } }],
    ['rules.endsAt', { rules: { endsAt: clock.now().toISOString() } }],
    ['rules.trackingDays', { rules: { trackingDays: 91 } }],
  ];
  for (const [field, change] of cases) {
    const { status, body } = await postAs(host, change);
    expect({ status, fields: body.fields }, JSON.stringify(change)).toMatchObject({
      status: 400,
      fields: [{ field }],
    });
    expect(body.fields[0].message.length).toBeGreaterThan(5);
  }
  expect(await listingsOf(host)).toBe(0);
});

test('refuses a maximum that pays for no view, with the lowest one that does', async () => {
  const host = await readyHost();
  const below = { rateCentsPerMille: 4_001, rules: { maxPayoutMicros: '40000' } };
  expect((await postAs(host, below)).body.fields).toEqual([
    {
      field: 'rules.maxPayoutMicros',
      message: 'Maximum payout per clip: at least the price of one view, $0.05.',
    },
  ]);
  const enough = { rateCentsPerMille: 4_001, rules: { maxPayoutMicros: '50000' } };
  expect((await postAs(host, enough)).status).toBe(200);
});

test('ignores fields of the request that a host may not set', async () => {
  const host = await readyHost();
  const { id } = (await postAs(host, { state: 'ended', hostId: newId(), fundedMicros: '1', id: newId() }))
    .body;
  const row = await t.db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ state: 'active', host_id: host.accountId, funded_micros: 300_000_000n });
});

test('of listings posted at once from the same balance one succeeds', async () => {
  const host = await readyHost(300);
  const replies = await Promise.all(Array.from({ length: 6 }, () => postAs(host)));
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  expect(replies.filter((reply) => reply.body.code === 'insufficient_balance')).toHaveLength(5);
  expect(await listingsOf(host)).toBe(1);
  expect(await balanceOf(t.db, hostAccount(host.accountId))).toBe(0n);
});

test('one key posts once, also concurrently, and is refused with another request', async () => {
  const host = await readyHost(1_000);
  const key = newId();
  const replies = await Promise.all(Array.from({ length: 4 }, () => postAs(host, {}, key)));
  expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
  expect(await listingsOf(host)).toBe(1);
  expect((await postAs(host, { title: 'Another' }, key)).status).toBe(409);
  expect(await balanceOf(t.db, hostAccount(host.accountId))).toBe(700_000_000n);
});

test('only a host posts', async () => {
  const clipper = await testPerson(t.db, 'clipper');
  expect((await postAs(clipper)).body.code).toBe('wrong_role');
  expect((await api.send('POST', '/api/listings', { body: listingBody })).status).toBe(401);
});
