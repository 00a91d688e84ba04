import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { createActor, createTestServer, type TestActor } from '#server/testing/actor.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let server: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  const modules = testModules(database.db, clock, ['profiles']);
  server = await createTestServer({ db: database.db, clock, modules });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const claim = (actor: TestActor, username: string) =>
  server.inject({
    method: 'POST',
    url: '/api/profiles/claim-username',
    payload: { username },
    headers: actor.headers,
  });

const profileOf = (actor: TestActor) =>
  database.db.selectFrom('profiles').selectAll().where('user_id', '=', actor.accountId).executeTakeFirst();

describe.each([
  ['POST', '/api/profiles/claim-username'],
  ['POST', '/api/profiles/complete-setup'],
  ['PATCH', '/api/profiles/me'],
] as const)('%s %s', (method, url) => {
  test.each([
    ['', 'username_required', 'Please enter a username.'],
    ['   ', 'username_required', 'Please enter a username.'],
    ['a!', 'username_too_short', 'Username must be at least 3 characters long.'],
    ['x'.repeat(31), 'username_too_long', 'Username can be at most 30 characters long.'],
    ['no-dash', 'username_invalid', 'Username can only contain letters, numbers, and underscores.'],
    ['näme', 'username_invalid', 'Username can only contain letters, numbers, and underscores.'],
    ['Admin', 'username_taken', 'Username is already taken'],
  ])('refuses the username %j with its specified message', async (username, code, detail) => {
    const actor = await createActor(database.db, { role: 'host' });
    const reply = await server.inject({ method, url, payload: { username }, headers: actor.headers });
    expect(reply.json()).toMatchObject({ code, detail });
    expect(await profileOf(actor)).toBeUndefined();
  });
});

test('a person without a username can’t hide the earnings of a profile that does not exist', async () => {
  const actor = await createActor(database.db, { role: 'clipper' });
  const reply = await server.inject({
    method: 'PUT',
    url: '/api/profiles/me/visibility',
    payload: { earningsHidden: true },
    headers: actor.headers,
  });
  expect(reply.json()).toMatchObject({ code: 'username_required' });
});

test('a claimed username is lower-cased and trimmed, and the full name equals it', async () => {
  const actor = await createActor(database.db, { role: 'clipper' });
  expect((await claim(actor, '  Mixed_Case1 ')).statusCode).toBe(200);
  expect(await profileOf(actor)).toMatchObject({
    username: 'mixed_case1',
    full_name: 'mixed_case1',
    onboarding_completed_at: null,
  });
});

test('of many people who claim one name at once exactly one gets it', async () => {
  const actors = await Promise.all(
    Array.from({ length: 8 }, () => createActor(database.db, { role: 'clipper' })),
  );
  const replies = await Promise.all(actors.map((actor) => claim(actor, 'wanted_name')));
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, ...Array(7).fill(409)]);
});

test('Complete Setup saves the name and completes onboarding; finishing without a name is refused', async () => {
  const actor = await createActor(database.db, { role: 'host' });
  const finish = () =>
    server.inject({ method: 'POST', url: '/api/profiles/finish-onboarding', headers: actor.headers });
  expect((await finish()).json()).toMatchObject({ code: 'username_required' });
  const reply = await server.inject({
    method: 'POST',
    url: '/api/profiles/complete-setup',
    payload: { username: 'set_up' },
    headers: actor.headers,
  });
  expect(reply.statusCode).toBe(200);
  expect(await profileOf(actor)).toMatchObject({
    username: 'set_up',
    full_name: 'set_up',
    onboarding_completed_at: clock.now(),
  });
  expect((await finish()).statusCode).toBe(200);
});

test('Settings changes the name; saving the same one again changes and records nothing', async () => {
  const actor = await createActor(database.db, { role: 'host', username: 'old_name' });
  const save = (username: string) =>
    server.inject({
      method: 'PATCH',
      url: '/api/profiles/me',
      payload: { username },
      headers: actor.headers,
    });
  expect((await save(' new_name ')).statusCode).toBe(200);
  expect(await profileOf(actor)).toMatchObject({ username: 'new_name', full_name: 'new_name' });
  expect((await save('new_name')).statusCode).toBe(200);
  const audits = await database.db
    .selectFrom('audit_log')
    .select('action')
    .where('actor_id', '=', actor.userId)
    .execute();
  expect(audits).toHaveLength(1);
});

test('availability: own and free names are available; names taken in any case, reserved and invalid ones are not', async () => {
  const actor = await createActor(database.db, { role: 'host', username: 'my_own' });
  await createActor(database.db, { role: 'host', username: 'somebody' });
  const available = async (username: string) =>
    (
      await server.inject({
        method: 'GET',
        url: '/api/profiles/username-available',
        query: { username },
        headers: actor.headers,
      })
    ).json().available;
  expect(await available('my_own')).toBe(true);
  expect(await available('nobody_yet')).toBe(true);
  expect(await available('SomeBody')).toBe(false);
  expect(await available('support')).toBe(false);
  expect(await available('ab')).toBe(false);
});

const show = (username: string) =>
  server.inject({ method: 'GET', url: `/api/profiles/by-username/${username}` });

test('check 24: a public profile shows figures and never an email, an id or a token', async () => {
  await createActor(database.db, { role: 'clipper', username: 'public_one' });
  const reply = await show('Public_One');
  expect(reply.json()).toEqual({
    username: 'public_one',
    role: 'clipper',
    avatarUrl: null,
    earnedMicros: '0',
    activeListings: 0,
    approvedClips: 0,
    totalViews: 0,
    listings: [],
    reliability: null,
    decidedClips: 0,
    topClips: [],
  });
});

test('an unknown, a banned and an admin name return the identical "Profile not found"', async () => {
  const banned = await createActor(database.db, { role: 'host', username: 'banned_one' });
  await createActor(database.db, { role: 'admin', username: 'the_boss' });
  await database.db
    .updateTable('users')
    .set({ banned_at: clock.now() })
    .where('id', '=', banned.userId)
    .execute();
  const bodies = await Promise.all(
    ['banned_one', 'the_boss', newId().slice(0, 8)].map(async (name) => (await show(name)).body),
  );
  expect(new Set(bodies).size).toBe(1);
  expect(JSON.parse(bodies[0]!)).toMatchObject({ status: 404, detail: 'Profile not found' });
});

test('counts only approved clips: the clipper’s own, and those on a host’s listings', async () => {
  const { db } = database;
  const clipper = await createActor(db, { role: 'clipper', username: 'figure_clipper' });
  const listing = await testListing(db, clock.now());
  const clip = (approvedAt: Date | null, views: number) =>
    testClip(db, { listingId: listing.id, clipperId: clipper.accountId, approvedAt, views });
  await clip(clock.now(), 15_000);
  await clip(clock.now(), 2_500);
  await clip(null, 90_000);
  await settle(db, clock.now());
  await db
    .updateTable('profiles')
    .set({ username: 'figure_host' })
    .where('user_id', '=', listing.hostId)
    .execute();
  const figures = { earnedMicros: '35000000', approvedClips: 2, totalViews: 17_500 };
  const clips = [15_000, 2_500].map((views) => ({
    listingId: listing.id,
    listingTitle: 'Night run',
    platform: 'tiktok',
    views,
  }));
  expect((await show('figure_clipper')).json()).toMatchObject({
    ...figures,
    activeListings: 0,
    decidedClips: 2,
    topClips: clips,
  });
  expect((await show('figure_host')).json()).toMatchObject({
    ...figures,
    activeListings: 1,
    listings: [{ id: listing.id, title: 'Night run', rateCentsPerMille: 200, freeMicros: '65000000' }],
    reliability: {
      medianHoursToDecide: null,
      approvedShare: null,
      rejections: null,
      paidShare: null,
      rejectReasons: [],
      holds: null,
    },
    topClips: null,
  });

  await db
    .updateTable('profiles')
    .set({ earnings_hidden: true })
    .where('user_id', '=', clipper.accountId)
    .execute();
  expect((await show('figure_clipper')).json()).toMatchObject({
    earnedMicros: null,
    totalViews: 17_500,
    topClips: null,
  });
});

test('a demo account may take another name', async () => {
  const actor = await createActor(database.db, { role: 'clipper', username: 'demo_name', isDemo: true });
  expect((await claim(actor, 'another_name')).statusCode).toBe(200);
  expect((await profileOf(actor))?.username).toBe('another_name');
});

test('a person can hide their own earnings', async () => {
  const actor = await createActor(database.db, { role: 'clipper', username: 'shy_one' });
  const other = await createActor(database.db, { role: 'clipper', username: 'open_one' });
  await server.inject({
    method: 'PUT',
    url: '/api/profiles/me/visibility',
    payload: { earningsHidden: true },
    headers: actor.headers,
  });
  expect((await show('shy_one')).json().earnedMicros).toBeNull();
  expect((await show('open_one')).json().earnedMicros).toBe('0');
  const own = await server.inject({ method: 'GET', url: '/api/profiles/me', headers: other.headers });
  expect(own.json()).toEqual({ earningsHidden: false });
});
