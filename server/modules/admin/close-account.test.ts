import { afterAll, beforeAll, expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { after, MINUTE } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { lockAccount } from '#server/modules/accounts/accounts.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { createActor, type TestActor } from '#server/testing/actor.ts';
import { testKey } from '#server/testing/api-keys.ts';
import { passkeyOf } from '#server/testing/authenticator.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { type ClosingWorld, closingWorld } from '#server/testing/closing.ts';
import { limitUnproven } from '#server/testing/unproven.ts';
import { untilWaiting } from '#server/testing/until-waiting.ts';

let world: ClosingWorld;
beforeAll(async () => {
  world = await closingWorld();
});
afterAll(() => world.end());

const obstacles = async (actor: TestActor): Promise<string[]> =>
  (await world.get(actor, '/api/account/closing')).json().obstacles;
const broken = async () => (await reconcile(world.db)).invariants.filter(({ ok }) => !ok);

test('pays out the available money in whole cents, books the remainder as rounding, and keeps every invariant', async () => {
  const clipper = await world.paidClipper(1_234);
  expect((await world.get(clipper, '/api/account/closing')).json()).toEqual({
    obstacles: [],
    paysOutMicros: '2460000',
    hasPassword: false,
  });
  expect((await world.close(clipper)).statusCode).toBe(200);
  const payout = await world.db
    .selectFrom('payouts')
    .select(['amount_micros', 'destination', 'cause', 'state'])
    .where('clipper_id', '=', clipper.accountId)
    .executeTakeFirstOrThrow();
  expect(payout).toEqual({
    amount_micros: 2_460_000n,
    destination: 'tess@cutroom.example',
    cause: 'closing',
    state: 'requested',
  });
  expect(await broken()).toEqual([]);
});

test('shows a clipper what is still open and changes nothing', async () => {
  const { db } = world;
  const clipper = await world.person('clipper');
  const listing = await testListing(db, world.clock.now());
  const clip = (approvedAt: Date | null) =>
    testClip(db, { listingId: listing.id, clipperId: clipper.accountId, approvedAt, views: 5_000 });
  await clip(null);
  await clip(world.clock.now());
  await settle(db, world.clock.now());
  const sentences = await obstacles(clipper);
  expect(sentences.join(' ')).toMatch(/1 clip waits.*1 approved clip still earns.*\$10\.00 is pending/);
  expect((await world.close(clipper)).json()).toMatchObject({
    code: 'account_open',
    detail: sentences.join(' '),
  });
  expect((await world.get(clipper, '/api/account/closing')).statusCode).toBe(200);

  const homeless = await world.paidClipper(5_000, false);
  expect(await obstacles(homeless)).toEqual([
    expect.stringContaining('$10.00 is available. Enter a Payment Email'),
  ]);
});

test('names the missing age confirmation before money can leave', async () => {
  const clipper = await world.paidClipper(5_000);
  const { db } = world;
  await db.updateTable('users').set({ age_confirmed_at: null }).where('id', '=', clipper.userId).execute();
  expect(await obstacles(clipper)).toEqual([expect.stringContaining('you are 18 or older')]);
  expect((await world.close(clipper)).json().code).toBe('account_open');
});

test('shows a host the open listings and the balance', async () => {
  const { db } = world;
  const host = await world.person('host');
  await testListing(db, world.clock.now(), { hostId: host.accountId });
  expect(await obstacles(host)).toEqual([expect.stringContaining('1 listing is not settled yet')]);
  expect((await world.close(host)).json().code).toBe('account_open');
});

test('requires the typed name, and the password if there is one', async () => {
  const host = await world.person('host');
  await world.db
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
    codes.push((await world.close(host, payload)).json().code);
  }
  expect(codes).toEqual(['confirmation_differs', 'login_failed', 'login_failed']);
  expect((await world.close(host, { confirmation: `@${host.username}`, password: 'right' })).statusCode).toBe(
    200,
  );
});

test('requires a sign-in with Google within minutes if there is no password', async () => {
  const host = await world.person('host');
  const session = world.db.updateTable('sessions').where('user_id', '=', host.userId);
  await session.set({ confirmed_at: after(new Date(), -16 * MINUTE) }).execute();
  expect((await world.close(host)).json().code).toBe('confirm_identity');
  await session.set({ confirmed_at: new Date() }).execute();
  expect((await world.close(host)).statusCode).toBe(200);
});

test('one of several concurrent requests closes the account and pays once', async () => {
  const clipper = await world.paidClipper(5_000);
  const replies = await Promise.all(Array.from({ length: 4 }, () => world.close(clipper)));
  expect(replies.map((reply) => reply.statusCode).filter((status) => status === 200)).toHaveLength(1);
  const payouts = await world.db
    .selectFrom('payouts')
    .select('id')
    .where('clipper_id', '=', clipper.accountId)
    .execute();
  expect(payouts).toHaveLength(1);
  expect(await broken()).toEqual([]);
});

test('accounts of one person that close at the same time are paid at most one limit without proof', async () => {
  const { db } = world;
  const tiers = await db.selectFrom('proof_tiers').selectAll().execute();
  await db.updateTable('proof_tiers').set({ limit_micros: 25_000_000n, audit_percent: 0 }).execute();
  const people = await Promise.all([world.paidClipper(10_000), world.paidClipper(10_000)]);
  const ids = people.map(({ accountId }) => accountId);
  await db.updateTable('clip_tracking').set({ proven_views: 0n }).where('clipper_id', 'in', ids).execute();
  const cohort = {
    id: newId(),
    state: 'open' as const,
    found_at: world.clock.now(),
    changed_at: world.clock.now(),
  };
  await db.insertInto('cohorts').values(cohort).execute();
  await db
    .insertInto('cohort_members')
    .values(ids.map((clipper_id) => ({ cohort_id: cohort.id, clipper_id, joined_at: cohort.found_at })))
    .execute();
  const replies = await Promise.all(people.map((person) => world.close(person)));
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(await broken()).toEqual([]);
  await db.deleteFrom('proof_tiers').execute();
  await db.insertInto('proof_tiers').values(tiers).execute();
});

test('a person whose money waits for proof reads both ways out, and closes the account once it is proven', async () => {
  const { db } = world;
  await limitUnproven(db, micros(25_000_000n));
  const clipper = await world.paidClipper(15_000);
  const sentences = await obstacles(clipper);
  expect(sentences).toEqual([
    expect.stringContaining('$5.00 waits for proof that people watched'),
    'Prove it under Earnings, then delete the account. If you can’t prove it, write to Support: a reviewer decides on the views.',
  ]);
  expect((await world.close(clipper)).json()).toMatchObject({ code: 'account_open' });
  const proven = { proven_views: 15_000n };
  await db.updateTable('clip_tracking').set(proven).where('submission_id', '=', clipper.clip).execute();
  expect((await world.get(clipper, '/api/account/closing')).json()).toMatchObject({
    obstacles: [],
    paysOutMicros: '30000000',
  });
  expect((await world.close(clipper)).statusCode).toBe(200);
  expect(await broken()).toEqual([]);
  await limitUnproven(db, null);
});

test('closes no admin’s account, which the operator’s command replaces', async () => {
  const admin = await createActor(world.db, { role: 'admin' });
  const reply = await world.close(admin, { confirmation: admin.email });
  expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
});

test('deletes the keys of a closed account with the names they had', async () => {
  const clipper = await world.paidClipper(1_000);
  await testKey(world.db, clipper.accountId, ['money:read']);
  expect((await world.close(clipper)).statusCode).toBe(200);
  const kept = await world.db
    .selectFrom('api_keys')
    .select('id')
    .where('owner_id', '=', clipper.accountId)
    .execute();
  expect(kept).toEqual([]);
});

test('deletes the second factor, passkeys and a waiting change of the email address with the account', async () => {
  const { db } = world;
  const clipper = await world.person('clipper');
  const { userId } = clipper;
  await db
    .insertInto('second_factors')
    .values({ user_id: userId, secret_sealed: 'sealed', confirmed_at: new Date() })
    .execute();
  await db
    .insertInto('email_changes')
    .values({
      ...{ id: newId(), user_id: userId, email: 'later@example.com' },
      ...{ created_at: new Date(), expires_at: after(new Date(), MINUTE) },
    })
    .execute();
  await db.insertInto('passkeys').values(passkeyOf(userId)).execute();
  expect((await world.close(clipper)).statusCode).toBe(200);
  for (const table of ['second_factors', 'passkeys', 'email_changes'] as const)
    expect(await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).toEqual([]);
});

test('does not delete demo and admin accounts', async () => {
  const demo = await createActor(world.db, { role: 'host', username: 'demo_leaver', isDemo: true });
  const admin = await createActor(world.db, { role: 'admin' });
  expect((await world.close(demo)).json().code).toBe('demo_account_fixed');
  expect((await world.close(admin, { confirmation: admin.email })).statusCode).toBe(404);
});

test('waits for what is being created for the person, and erases it with the rest', async () => {
  const { db } = world;
  const clipper = await world.person('clipper');
  const adding = await db.startTransaction().execute();
  await lockAccount(adding, clipper);
  await adding.insertInto('passkeys').values(passkeyOf(clipper.userId)).execute();
  const closed = world.close(clipper);
  await untilWaiting(world.owner, 1);
  await adding.commit().execute();
  expect((await closed).statusCode).toBe(200);
  const passkeys = db.selectFrom('passkeys').select('id').where('user_id', '=', clipper.userId);
  expect(await passkeys.execute()).toEqual([]);
});
