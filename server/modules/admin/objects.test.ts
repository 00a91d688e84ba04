import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { fillInbox } from '#server/testing/inbox.ts';
import { testModules } from '#server/testing/modules.ts';
import { planOf } from '#server/testing/plan.ts';
import { connectionsOf } from './show-person.ts';
import { submittedPosts } from './takedowns-about.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let api: Awaited<ReturnType<typeof testApi>>;
let admin: Actor;

beforeAll(async () => {
  database = await testDatabase();
  api = await testApi(database.db, clock, testModules(database.db, clock, ['admin']));
  admin = await testPerson(database.db, 'admin');
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const read = (url: string, as = admin) => api.send('GET', url, { as });

describe('a person', () => {
  test('shows a person with connections, payouts, holds and appeals', async () => {
    const { hold, appeal, payout } = await fillInbox(database, clock.now());
    const { status, body } = await read(`/api/admin/people/${hold.personId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: hold.personId,
      role: 'clipper',
      status: 'Active',
      country: 'US',
      payoutAddress: null,
      sessions: { count: 0, lastSeenAt: null },
      onItsWayMicros: '20000000',
      payouts: [{ id: payout.id, state: 'processing' }],
      holds: [{ id: hold.id, state: 'open', reason: 'Linear growth', listing: 'Night run' }],
      appeals: [{ id: appeal.id, of: 'rejection', state: 'open' }],
      deposits: [],
    });
    expect(body.connections).toHaveLength(6);
  });

  test('shows a person with removed connections too', async () => {
    const { accountId: clipperId } = await testPerson(database.db, 'clipper');
    const { id: listingId } = await testListing(database.db, clock.now());
    await testClip(database.db, { listingId, clipperId, approvedAt: clock.now() });
    await database.owner
      .updateTable('connections')
      .set({ state: 'removed', ended_at: clock.now(), access_token_sealed: null })
      .where('user_id', '=', clipperId)
      .execute();
    const { body } = await read(`/api/admin/people/${clipperId}`);
    expect(body.connections).toMatchObject([{ handle: 'clips', state: 'removed' }]);
  });

  test('shows a host with the balance and the deposits', async () => {
    const { hostId } = await testListing(database.db, clock.now());
    const deposit = await database.db
      .selectFrom('deposits')
      .select('id')
      .where('host_id', '=', hostId)
      .executeTakeFirstOrThrow();
    const { body } = await read(`/api/admin/people/${hostId}`);
    expect(body).toMatchObject({
      role: 'host',
      balances: [{ kind: 'host', balanceMicros: '0' }],
      inMicros: '100000000',
      outMicros: '0',
      deposits: [{ id: deposit.id, frozen: false }],
    });
  });

  test('shows a person’s payout address, and a ban with its reason', async () => {
    const { accountId } = await testPerson(database.db, 'clipper');
    const at = clock.now();
    await database.owner
      .insertInto('payout_addresses')
      .values({ user_id: accountId, email: 'a@b.example', usable_at: at, set_at: at })
      .execute();
    await api.send('POST', `/api/admin/users/${accountId}/ban`, {
      as: admin,
      body: { reason: 'Two accounts' },
    });
    const { body } = await read(`/api/admin/people/${accountId}`);
    expect(body).toMatchObject({
      status: 'Banned',
      banReason: 'Two accounts',
      payoutsFrozen: true,
      payoutAddress: { email: 'a@b.example', usableAt: at.toISOString() },
    });
  });
});

describe('a listing', () => {
  test('shows a listing with its budget, clips by status and takedown requests for it or its clips', async () => {
    const listing = await testListing(database.db, clock.now(), { budgetCents: 30_000 });
    const { accountId: clipperId } = await testPerson(database.db, 'clipper');
    const clip = { listingId: listing.id, clipperId };
    const pending = await testClip(database.db, { ...clip, approvedAt: null, submittedAt: clock.now() });
    await testClip(database.db, { ...clip, approvedAt: clock.now() });
    const elsewhere = { ...clip, listingId: (await testListing(database.db, clock.now())).id };
    const other = await testClip(database.db, { ...elsewhere, approvedAt: clock.now() });
    const posts = { [pending]: '7300000000000000001', [other]: '7300000000000000002' };
    for (const [id, post_id] of Object.entries(posts))
      await database.owner.updateTable('submissions').set({ post_id }).where('id', '=', id).execute();
    const request = { email: 'a@b.example', work: 'A song', signature: 'Ann', created_at: clock.now() };
    const urls = {
      page: `https://permille.example/listings/${listing.id}`,
      post: `https://m.tiktok.com/v/${posts[pending]}.html?share=1`,
      'post elsewhere': `https://www.tiktok.com/@clips/video/${posts[other]}`,
      'no post': `https://elsewhere.example/${posts[pending]}`,
    };
    for (const [name, url] of Object.entries(urls))
      await database.owner
        .insertInto('takedown_requests')
        .values({ ...request, id: newId(), name, url })
        .execute();
    const { status, body } = await read(`/api/admin/listings/${listing.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: listing.id,
      creatorId: listing.hostId,
      status: 'active',
      pauseReason: null,
      budget: { fundedMicros: '300000000', freeMicros: '300000000', paidMicros: '0' },
      clips: { pending: 1, approved: 1, rejected: 0, withdrawn: 0 },
    });
    expect(body.takedowns.map(({ name }: { name: string }) => name).sort()).toEqual(['page', 'post']);
  });

  test('listing and person filters narrow the lists of the panel', async () => {
    const mine = await testListing(database.db, clock.now());
    await testListing(database.db, clock.now());
    const { accountId: clipper } = await testPerson(database.db, 'clipper');
    const id = await testClip(database.db, { listingId: mine.id, clipperId: clipper, approvedAt: null });
    for (const url of [
      `/api/admin/submissions?clipper=${clipper}`,
      `/api/admin/submissions?listing=${mine.id}`,
    ])
      expect((await read(url)).body.rows).toMatchObject([{ id, clipperId: clipper, listingId: mine.id }]);
    const { rows } = (await read(`/api/admin/listings?host=${mine.hostId}`)).body;
    expect(rows).toMatchObject([{ id: mine.id, creatorId: mine.hostId }]);
  });
});

test('reads the history of connections and the posts of takedowns by indexes', async () => {
  const statements = [
    connectionsOf(newId()),
    submittedPosts(newId(), [{ platform: 'tiktok', id: '7300000000000000001' }]),
  ];
  for (const statement of statements) expect(await planOf(database.db, statement)).not.toContain('Seq Scan');
  expect(await planOf(database.db, statements[1]!)).toContain('submissions_post');
});

describe('access to objects', () => {
  test('answers 404 for an unknown object', async () => {
    for (const noun of ['people', 'listings']) {
      const { status, body } = await read(`/api/admin/${noun}/${newId()}`);
      expect([status, body.code]).toEqual([404, 'not_found']);
    }
  });

  test('answers members with the same 404 as for an unknown address', async () => {
    const listing = await testListing(database.db, clock.now());
    for (const role of ['host', 'clipper'] as const) {
      const as = await testPerson(database.db, role);
      for (const path of [`people/${as.accountId}`, `listings/${listing.id}`])
        expect((await read(`/api/admin/${path}`, as)).status).toBe(404);
    }
    expect((await api.send('GET', `/api/admin/people/${newId()}`)).status).toBe(401);
  });
});
