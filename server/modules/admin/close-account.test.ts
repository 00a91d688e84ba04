import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { after, HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { listOutbox } from '#server/infra/mail.ts';
import { type TestDatabase, testDatabase } from '#server/infra/test-database.ts';
import { createActor, createTestServer, type TestActor } from '#server/modules/accounts/test-actor.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { testClip, testListing } from '#server/modules/earnings/test-clips.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { createProfilesModule } from '#server/modules/profiles/profiles.ts';
import { createAccountDataModule } from './admin.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let database: TestDatabase;
let server: FastifyInstance;
let ended: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const deps = {
    db: database.db,
    verifyPassword: async (_userId: string, password: string) => password === 'right',
    endConsents: async (erased: readonly { platform: string }[]) => {
      ended = erased.map(({ platform }) => platform);
    },
  };
  const keepPhoto = () => Promise.reject(new Error('no photo here'));
  server = await createTestServer({
    db: database.db,
    clock,
    modules: [createAccountDataModule(deps), createProfilesModule({ keepPhoto })],
  });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const get = async (actor: TestActor, url: string) =>
  await server.inject({ method: 'GET', url, headers: actor.headers });
const close = (actor: TestActor, payload: object = { confirmation: actor.username }) =>
  server.inject({ method: 'POST', url: '/api/account/close', payload, headers: actor.headers });
const obstacles = async (actor: TestActor): Promise<string[]> =>
  (await get(actor, '/api/account/closing')).json().obstacles;

let people = 0;
const person = (role: 'host' | 'clipper') =>
  createActor(database.db, { role, username: `leaver_${++people}` });

/** What the person, or somebody with this address, asked for as a rights holder. */
async function takedownOf(userId: string | null, email: string): Promise<void> {
  const words = { name: 'Tess', on_behalf_of: 'Tess Films', signature: 'Tess', work: 'My film' };
  const url = 'https://video.example/1';
  const times = { created_at: clock.now() };
  await database.db
    .insertInto('takedown_requests')
    .values({ id: newId(), user_id: userId, email, url, ...words, ...times })
    .execute();
}

/** A clipper whose one clip has earned `views` at $2.00, all of it available, with nothing open. */
async function paidClipper(views: number, address = true): Promise<TestActor> {
  const { db } = database;
  const clipper = await person('clipper');
  const listing = await testListing(db, clock.now());
  const clip = await testClip(db, {
    listingId: listing.id,
    clipperId: clipper.userId,
    approvedAt: clock.now(),
    views,
  });
  await settle(db, clock.now());
  await releaseDue(db, after(clock.now(), 25 * HOUR));
  const finished = { state: 'finished' } as const;
  const untracked = { ...finished, next_poll_at: null };
  await db.updateTable('clip_earnings').set(finished).where('submission_id', '=', clip).execute();
  await db.updateTable('clip_tracking').set(untracked).where('submission_id', '=', clip).execute();
  if (!address) return clipper;
  const times = { usable_at: clock.now(), set_at: clock.now() };
  await db
    .insertInto('payout_addresses')
    .values({ user_id: clipper.userId, email: 'tess@cutroom.example', ...times })
    .execute();
  return clipper;
}

const broken = async () => (await reconcile(database.db)).invariants.filter(({ ok }) => !ok);

test('what is available leaves in whole cents, the rest is dust, and every proof still holds', async () => {
  const clipper = await paidClipper(1_234);
  expect((await get(clipper, '/api/account/closing')).json()).toEqual({
    obstacles: [],
    paysOutMicros: '2460000',
    hasPassword: false,
  });
  expect((await close(clipper)).statusCode).toBe(200);
  const payout = await database.db
    .selectFrom('payouts')
    .select(['amount_micros', 'destination', 'cause', 'state'])
    .where('clipper_id', '=', clipper.userId)
    .executeTakeFirstOrThrow();
  expect(payout).toEqual({
    amount_micros: 2_460_000n,
    destination: 'tess@cutroom.example',
    cause: 'closing',
    state: 'requested',
  });
  expect(await broken()).toEqual([]);
});

test('nothing names the person any more: not the account, its profile, connections, mails or messages', async () => {
  const { db } = database;
  const clipper = await paidClipper(5_000);
  const words = { name: 'Tess', category: 'account', message: 'Hello', created_at: clock.now() } as const;
  await db
    .insertInto('support_messages')
    .values({ id: newId(), user_id: clipper.userId, email: clipper.email, ...words })
    .execute();
  await takedownOf(clipper.userId, 'other@cutroom.example');
  await takedownOf(null, clipper.email);
  await db
    .updateTable('connections')
    .set({ access_token_sealed: 'sealed' })
    .where('user_id', '=', clipper.userId)
    .execute();
  expect((await close(clipper)).statusCode).toBe(200);

  expect((await get(clipper, '/api/account/closing')).statusCode).toBe(401);
  expect((await get(clipper, `/api/profiles/by-username/${clipper.username}`)).statusCode).toBe(404);
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', clipper.userId)
    .executeTakeFirstOrThrow();
  expect(user).toMatchObject({ email: `${clipper.userId}@account.invalid`, name: 'Deleted account' });
  const connection = await db
    .selectFrom('connections')
    .selectAll()
    .where('user_id', '=', clipper.userId)
    .executeTakeFirstOrThrow();
  expect(connection).toMatchObject({ state: 'removed', handle: 'erased', access_token_sealed: null });
  expect(ended).toEqual(['tiktok']);
  const left = await db
    .selectFrom('support_messages')
    .select('email')
    .where('email', '=', clipper.email)
    .execute();
  expect(left).toEqual([]);
  const asked = await db
    .selectFrom('takedown_requests')
    .select(['user_id', 'name', 'email', 'on_behalf_of', 'signature', 'work'])
    .execute();
  const nobody = { user_id: null, name: 'Deleted account', email: 'deleted@account.invalid' };
  expect(asked).toEqual(
    Array(2).fill({ ...nobody, on_behalf_of: null, signature: 'Deleted account', work: 'My film' }),
  );
  const mails = (await listOutbox(db)).filter(({ to }) => to === clipper.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your Permille account was deleted']);
});

test('a clipper is told what is still open, and nothing of it changes', async () => {
  const { db } = database;
  const clipper = await person('clipper');
  const listing = await testListing(db, clock.now());
  const clip = (approvedAt: Date | null) =>
    testClip(db, { listingId: listing.id, clipperId: clipper.userId, approvedAt, views: 5_000 });
  await clip(null);
  await clip(clock.now());
  await settle(db, clock.now());
  const said = await obstacles(clipper);
  expect(said.join(' ')).toMatch(/1 clip waits.*1 approved clip still earns.*\$10\.00 is held/);
  expect((await close(clipper)).json()).toMatchObject({ code: 'account_open', detail: said.join(' ') });
  expect((await get(clipper, '/api/account/closing')).statusCode).toBe(200);

  const homeless = await paidClipper(5_000, false);
  expect(await obstacles(homeless)).toEqual([
    expect.stringContaining('$10.00 is available. Enter a Payment Email'),
  ]);
});

test('who has not confirmed to be 18 is told so before money can leave', async () => {
  const clipper = await paidClipper(5_000);
  const { db } = database;
  await db.updateTable('users').set({ age_confirmed_at: null }).where('id', '=', clipper.userId).execute();
  expect(await obstacles(clipper)).toEqual([expect.stringContaining('you are 18 or older')]);
  expect((await close(clipper)).json().code).toBe('account_open');
});

test('a host is told of open listings and of the balance', async () => {
  const { db } = database;
  const listing = await testListing(db, clock.now());
  const host = await person('host');
  await db.updateTable('listings').set({ host_id: host.userId }).where('id', '=', listing.id).execute();
  expect(await obstacles(host)).toEqual([expect.stringContaining('1 listing is not settled yet')]);
  expect((await close(host)).json().code).toBe('account_open');
});

test('the name must be typed, and the password be right where there is one', async () => {
  const host = await person('host');
  await database.db
    .insertInto('credentials')
    .values({
      id: newId(),
      user_id: host.userId,
      provider_id: 'credential',
      account_id: host.userId,
      password: 'x',
    })
    .execute();
  const codes = [];
  for (const payload of [
    { confirmation: 'somebody', password: 'right' },
    { confirmation: host.username, password: 'wrong' },
    { confirmation: host.username },
  ]) {
    codes.push((await close(host, payload)).json().code);
  }
  expect(codes).toEqual(['confirmation_differs', 'login_failed', 'login_failed']);
  expect((await close(host, { confirmation: `@${host.username}`, password: 'right' })).statusCode).toBe(200);
});

test('of many at once one closes, and pays once', async () => {
  const clipper = await paidClipper(5_000);
  const replies = await Promise.all(Array.from({ length: 4 }, () => close(clipper)));
  expect(replies.map((reply) => reply.statusCode).filter((status) => status === 200)).toHaveLength(1);
  const payouts = await database.db
    .selectFrom('payouts')
    .select('id')
    .where('clipper_id', '=', clipper.userId)
    .execute();
  expect(payouts).toHaveLength(1);
  expect(await broken()).toEqual([]);
});

test('demo and admin accounts are not deleted this way', async () => {
  const demo = await createActor(database.db, { role: 'host', username: 'demo_leaver', isDemo: true });
  const admin = await createActor(database.db, { role: 'admin' });
  expect((await close(demo)).json().code).toBe('demo_account_fixed');
  expect((await close(admin, { confirmation: admin.email })).statusCode).toBe(404);
});

test('an export holds what is the person’s, nothing of anyone else, and no key', async () => {
  const clipper = await paidClipper(5_000);
  const other = await paidClipper(7_000);
  await takedownOf(clipper.userId, clipper.email);
  await takedownOf(other.userId, other.email);
  const reply = await get(clipper, '/api/account/export');
  expect(reply.headers['content-disposition']).toBe('attachment; filename="permille-data.json"');
  const data = reply.json();
  expect(data).toMatchObject({
    account: [{ email: clipper.email, role: 'clipper' }],
    profile: [{ username: clipper.username }],
    earnings: [{ amount_micros: '10000000', state: 'released' }],
    paymentAddress: [{ email: 'tess@cutroom.example' }],
    submissions: [{ status: 'approved' }],
    takedownRequests: [{ email: clipper.email, work: 'My film' }],
  });
  expect(reply.body).not.toContain(other.userId);
  expect(reply.body).not.toContain(other.username);
  const { token } = await database.db
    .selectFrom('sessions')
    .select('token')
    .where('id', '=', clipper.sessionId)
    .executeTakeFirstOrThrow();
  expect(reply.body).not.toContain(token);
  expect(reply.body).not.toMatch(/password|sealed|"token"/);
});

test('a visitor of a demo account exports the own visit only', async () => {
  const demo = await createActor(database.db, { role: 'clipper', username: 'demo_export', isDemo: true });
  await database.db
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: demo.userId,
      token: newId(),
      ip_address: '203.0.113.9',
      expires_at: after(new Date(), HOUR),
    })
    .execute();
  const reply = await get(demo, '/api/account/export');
  expect(reply.json().sessions).toHaveLength(1);
  expect(reply.body).not.toContain('203.0.113.9');
});
