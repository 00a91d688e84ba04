import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { TWO_ADMINS_MIN } from '#contract/limits.ts';
import type { Actor } from '#server/http/actor.ts';
import { DAY, MovableClock } from '#server/infra/clock.ts';
import { agree, withdrawAgreement } from '#server/infra/second-admin.ts';
import { transact } from '#server/infra/transaction.ts';
import { allowPayouts, banUser, unbanUser } from '#server/modules/accounts/accounts.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { balanceOf, clipperAvailable, payoutAccount, reconcile } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { payWeekly } from './payouts.ts';

const t = await testDatabase();
const { db } = t;
// A Tuesday.
const clock = new MovableClock({ frozenAt: new Date('2026-03-03T10:00:00Z') });
const [payouts] = testModules(db, clock, ['payouts']);
const api = await testApi(db, clock, [payouts]);
let admin: Actor;
beforeAll(async () => {
  admin = await testPerson(db, 'admin');
});
afterEach(async () => {
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const as = (user: Actor) => ({
  accountId: user.accountId,
  adminId: admin.userId,
  reason: 'Fake views',
  now: clock.now(),
});
const ban = (user: Actor) => transact(db, (tx) => banUser(tx, as(user)));
const unban = (user: Actor) => transact(db, (tx) => unbanUser(tx, as(user), { isAddressForgotten: false }));
const allow = (user: Actor) => transact(db, (tx) => allowPayouts(tx, as(user)));
const act = (id: string, what: string, body?: object) =>
  api.send('POST', `/api/admin/payouts/${id}/${what}`, { as: admin, body });
const inQueue = async (id: string) => {
  const { body } = await api.send('GET', '/api/admin/payouts', { as: admin });
  return body.rows.find((row: { id: string }) => row.id === id);
};

/** Gives the person $20.00 for verified views, pending for a day and then available. */
async function earn({ accountId: clipperId }: Actor): Promise<void> {
  const { id: listingId } = await testListing(db, clock.now());
  await testClip(db, { listingId, clipperId, approvedAt: clock.now(), views: 10_000 });
  await settle(db, clock.now(), { listingId });
  clock.advance(DAY);
  await releaseDue(db, clock.now(), { clipperIds: [clipperId] });
}

async function clipperWithMoney(): Promise<Actor> {
  const person = await testPerson(db, 'clipper');
  const body = { email: 'tess@cutroom.example', country: 'US' };
  expect((await api.send('PUT', '/api/clipper/payout-address', { as: person, body })).status).toBe(200);
  await earn(person);
  return person;
}

async function requested(): Promise<{ person: Actor; id: string }> {
  const person = await clipperWithMoney();
  return { person, id: (await api.send('POST', '/api/payouts', { as: person, body: {} })).body.id };
}

test('refuses to pick up a banned clipper’s payout until the ban is lifted, and keeps its money meanwhile', async () => {
  const { person, id } = await requested();
  await ban(person);
  expect(await inQueue(id)).toMatchObject({ state: 'requested', frozen: true });
  expect((await act(id, 'process')).body.code).toBe('payout_frozen');
  expect((await act(id, 'paid', { reference: 'PP-1' })).body.code).toBe('payout_state');
  expect(await balanceOf(db, payoutAccount(id))).toBe(20_000_000n);
  expect(await unban(person)).toEqual({ role: 'clipper' });
  expect(await inQueue(id)).toMatchObject({ state: 'requested', frozen: false });
  expect((await act(id, 'process')).status).toBe(200);
  expect((await act(id, 'paid', { reference: 'PP-1' })).status).toBe(200);
  expect(await balanceOf(db, payoutAccount(id))).toBe(0n);
});

test('pays a banned clipper’s reviewed money while the account remains closed, and freezes it again after a new ban', async () => {
  const { person, id } = await requested();
  expect(await allow(person)).toMatchObject({ code: 'changed_meanwhile' });
  await ban(person);
  expect(await Promise.all([allow(person), allow(person)])).toContain(null);
  expect(await allow(person)).toMatchObject({ code: 'changed_meanwhile' });
  expect((await act(id, 'process')).status).toBe(200);
  expect((await act(id, 'paid', { reference: 'PP-2' })).status).toBe(200);
  await unban(person);
  await ban(person);
  await earn(person);
  clock.advance(7 * DAY);
  await payWeekly(db, clock.now());
  expect(await balanceOf(db, clipperAvailable(person.accountId))).toBe(20_000_000n);
  await allow(person);
  clock.advance(7 * DAY);
  await payWeekly(db, clock.now());
  expect(await balanceOf(db, clipperAvailable(person.accountId))).toBe(0n);
});

test('a payout under way when its clipper was banned can be marked sent, or fails and its money remains in the account', async () => {
  const [sent, lost] = [await requested(), await requested()];
  for (const { person, id } of [sent, lost]) {
    await act(id, 'process');
    await ban(person);
  }
  expect((await act(sent.id, 'paid', { reference: 'PP-3' })).status).toBe(200);
  expect((await act(lost.id, 'failed', { reason: 'Stopped' })).status).toBe(200);
  clock.advance(7 * DAY);
  await payWeekly(db, clock.now());
  expect(await balanceOf(db, clipperAvailable(lost.person.accountId))).toBe(20_000_000n);
});

test('a payout picked up while its clipper is banned is either under way before the ban or frozen by it', async () => {
  for (let round = 0; round < 6; round++) {
    const { person, id } = await requested();
    const [picked] = await Promise.all([act(id, 'process'), ban(person)]);
    const row = await inQueue(id);
    expect([picked.status, row.state]).toEqual(
      picked.status === 200 ? [200, 'processing'] : [409, 'requested'],
    );
    expect((await act(id, 'process')).status).toBe(409);
  }
});

test('a ban is lifted once, however many admins press the button, and the audit log records it once', async () => {
  const { person } = await requested();
  await ban(person);
  const lifted = await Promise.all(Array.from({ length: 4 }, () => unban(person)));
  expect(lifted.filter((outcome) => 'role' in outcome)).toHaveLength(1);
  const trail = await db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', person.accountId)
    .where('actor_kind', '=', 'admin')
    .orderBy('id')
    .execute();
  expect(trail.map((row) => row.action)).toEqual(['account.banned', 'account.unbanned']);
});

test('nothing leaves to a clipper while one admin has found views bought and a second has not agreed', async () => {
  const person = await clipperWithMoney();
  const reply = await api.send('POST', '/api/payouts', { as: person, body: {} });
  const { id: clip } = await db
    .selectFrom('submissions')
    .select('id')
    .where('clipper_id', '=', person.accountId)
    .executeTakeFirstOrThrow();
  const fraud = {
    kind: 'submission.uphold_fraud' as const,
    subjectId: clip,
    adminId: admin.userId,
    amountMicros: TWO_ADMINS_MIN,
    summary: 'views count as bought.',
    now: clock.now(),
  };
  await transact(db, (tx) => agree(tx, fraud));
  expect((await inQueue(reply.body.id)).frozen).toBe(true);
  expect((await act(reply.body.id, 'process')).body.code).toBe('payout_frozen');
  await transact(db, (tx) => withdrawAgreement(tx, fraud));
  expect((await act(reply.body.id, 'process')).status).toBe(200);
});
