import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros } from '#contract/money.ts';
import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import {
  balanceOf,
  clipperPending,
  clipReserved,
  host as hostAccount,
} from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const api = await testApi(db, clock, testModules(db, clock, ['admin']));
let admin: Actor;
beforeAll(async () => {
  admin = await testPerson(db, 'admin');
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const remove = (id: string, paymentFraud: boolean) =>
  api.send('POST', `/api/admin/listings/${id}/remove`, {
    as: admin,
    body: { reason: 'Not allowed', paymentFraud },
  });
const pending = (clipperId: AccountId) => balanceOf(db, clipperPending(clipperId));

test('pays clips of a removed listing up to the removal only, and returns their reserves with the remainder', async () => {
  const terms = { maxPayoutMicros: centsToMicros(2_000), allocation: 'reserved' as const };
  const listing = await testListing(db, clock.now(), { ...terms, budgetCents: 10_000 });
  const clipperId = (await testPerson(db, 'clipper')).accountId;
  const approvedAt = clock.now();
  const clip = await testClip(db, { listingId: listing.id, clipperId, approvedAt, views: 1_000 });
  await settle(db, clock.now());
  await count(db, clip, 2_000, clock.now());
  expect((await remove(listing.id, false)).body).toEqual({ returnedMicros: '96000000' });
  expect(await pending(clipperId)).toBe(4_000_000n);
  expect(await balanceOf(db, clipReserved(clip))).toBe(0n);
  expect(await balanceOf(db, hostAccount(listing.hostId))).toBe(96_000_000n);
  await count(db, clip, 9_000, clock.now());
  await settle(db, clock.now());
  expect(await pending(clipperId)).toBe(4_000_000n);
});

test('clips of a removed listing earn nothing from frozen money, even when approved afterwards', async () => {
  const listing = await testListing(db, clock.now(), { budgetCents: 10_000 });
  const clipperId = (await testPerson(db, 'clipper')).accountId;
  const submittedAt = clock.now();
  const clip = await testClip(db, {
    listingId: listing.id,
    clipperId,
    approvedAt: null,
    submittedAt,
    views: 9_000,
  });
  expect((await remove(listing.id, true)).body).toEqual({ returnedMicros: '0' });
  const approval = { approved_at: clock.now(), approved_how: 'host' as const, tracking_until: clock.now() };
  await db
    .updateTable('submissions')
    .set({ status: 'approved', ...approval })
    .where('id', '=', clip)
    .execute();
  await settle(db, clock.now());
  expect(await pending(clipperId)).toBe(0n);
});

test('lifts a freeze once, with a reason in the audit log, and returns the remainder to the host', async () => {
  const listing = await testListing(db, clock.now(), { budgetCents: 10_000 });
  const unfreeze = (as: Actor, reason = 'It was a mistake') =>
    api.send('POST', `/api/admin/listings/${listing.id}/unfreeze`, { as, body: { reason } });
  expect((await unfreeze(admin)).body.code).toBe('listing_state');
  await remove(listing.id, true);
  const frozen = async () =>
    (await api.send('GET', '/api/admin/listings', { as: admin })).body.rows.find(
      (row: { id: string }) => row.id === listing.id,
    ).remainderFrozen;
  expect([await frozen(), await balanceOf(db, hostAccount(listing.hostId))]).toEqual([true, 0n]);
  expect((await unfreeze(admin, ' ')).body.code).toBe('invalid_input');
  expect((await unfreeze(await testPerson(db, 'host'))).status).toBe(404);
  const replies = await Promise.all([1, 2, 3].map(() => unfreeze(admin)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(replies.find(({ status }) => status === 200)!.body).toEqual({ returnedMicros: '100000000' });
  expect([await frozen(), await balanceOf(db, hostAccount(listing.hostId))]).toEqual([false, 100_000_000n]);
  const log = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'data'])
    .where('action', '=', 'listing.remainder_unfrozen')
    .execute();
  expect(log).toEqual([{ actor_id: admin.userId, data: { reason: 'It was a mistake' } }]);
});

test('refuses a reason that can’t be stored as invalid input, and repairs one with half a character', async () => {
  const { id } = await testListing(db, clock.now());
  const send = (reason: string) =>
    api.send('POST', `/api/admin/listings/${id}/remove`, { as: admin, body: { reason } });
  const refused = await send('a zero byte: \0');
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_input']);
  expect((await send('half of a pair: \ud800')).status).toBe(200);
});
