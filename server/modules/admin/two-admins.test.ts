import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros } from '#contract/money.ts';
import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { balanceOf, clipperOwed, host, listing, post } from '#server/modules/ledger/ledger.ts';
import { openSuspense } from '#server/modules/suspense/suspense.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const api = await testApi(
  db,
  clock,
  testModules(db, clock, ['admin', 'deposits', 'earnings', 'payouts', 'suspense'], {
    env: { BANK_DETAILS: 'IBAN DE02' },
  }),
);
afterAll(async () => {
  await api.close();
  await t.close();
});

let ada: Actor;
let ben: Actor;
beforeEach(async () => {
  [ada, ben] = [await testPerson(db, 'admin'), await testPerson(db, 'admin')];
});

const LARGE = centsToMicros(1_000_000);
const act = (path: string, as: Actor, body: object) => api.send('POST', `/api/admin/${path}`, { as, body });
const waiting = async (as: Actor) => (await api.send('GET', '/api/admin/agreements', { as })).body.rows;
const NOTED = { status: 409, body: { code: 'second_admin_needed' } };

async function transfer(of?: AccountId): Promise<{ id: string; hostId: AccountId }> {
  const hostId = of ?? (await testPerson(db, 'host')).accountId;
  const id = newId();
  const row = { id, host_id: hostId, rail: 'bank' as const, amount_micros: LARGE, state: 'created' as const };
  await db
    .insertInto('deposits')
    .values({ ...row, reference: id, created_at: clock.now() })
    .execute();
  return { id, hostId };
}
const confirm = (id: string, as: Actor, more: { amount?: bigint; bankReference?: string } = {}) =>
  act(`deposits/${id}/confirm`, as, {
    amountMicros: (more.amount ?? LARGE).toString(),
    bankReference: more.bankReference ?? `R ${id}`,
  });

test('one admin alone can’t confirm a large transfer, even with repeated requests', async () => {
  const { id, hostId } = await transfer();
  expect(await confirm(id, ada)).toMatchObject(NOTED);
  expect(await confirm(id, ada)).toMatchObject(NOTED);
  expect(await balanceOf(db, host(hostId))).toBe(0n);
  expect(await waiting(ben)).toMatchObject([{ subjectId: id, own: false, amountMicros: LARGE.toString() }]);
  expect((await confirm(id, ben)).status).toBe(200);
  expect([await balanceOf(db, host(hostId)), await waiting(ben)]).toEqual([LARGE, []]);
});

test('the second admin must enter the same amount and reference', async () => {
  const { id, hostId } = await transfer();
  await confirm(id, ada, { amount: LARGE * 10n });
  expect(await confirm(id, ben)).toMatchObject(NOTED);
  expect(await confirm(id, ada, { bankReference: 'Another one' })).toMatchObject(NOTED);
  expect(await balanceOf(db, host(hostId))).toBe(0n);
  expect((await confirm(id, ada)).status).toBe(200);
});

test('a second admin’s confirmation removes that admin’s earlier agreement to another amount', async () => {
  const { id, hostId } = await transfer();
  await confirm(id, ada);
  expect(await confirm(id, ben, { amount: LARGE * 10n })).toMatchObject(NOTED);
  const words = async () => (await waiting(ada)).filter((row: { subjectId: string }) => row.subjectId === id);
  expect(await words()).toHaveLength(2);
  expect((await confirm(id, ben)).status).toBe(200);
  expect([await balanceOf(db, host(hostId)), await words()]).toEqual([LARGE, []]);
});

test('several second admins at the same moment have one effect', async () => {
  const { id, hostId } = await transfer();
  const others = [ben, await testPerson(db, 'admin'), await testPerson(db, 'admin')];
  await confirm(id, ada);
  const replies = await Promise.all(others.map((admin) => confirm(id, admin)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await balanceOf(db, host(hostId))).toBe(LARGE);
});

test('ignores the agreement of an admin who was banned or withdrew it', async () => {
  const { id } = await transfer();
  await confirm(id, ada);
  await db.updateTable('users').set({ banned_at: clock.now() }).where('id', '=', ada.userId).execute();
  expect(await confirm(id, ben)).toMatchObject(NOTED);
  const withdraw = (as: Actor) =>
    act('agreements/withdraw', as, { action: 'deposit.confirm', subjectId: id });
  expect((await withdraw(ben)).status).toBe(200);
  expect((await withdraw(ben)).body.code).toBe('changed_meanwhile');
  expect(await confirm(id, await testPerson(db, 'admin'))).toMatchObject(NOTED);
});

test('one admin confirms a small transfer', async () => {
  const { id, hostId } = await transfer();
  expect((await confirm(id, ada, { amount: centsToMicros(249_999) })).status).toBe(200);
  expect(await balanceOf(db, host(hostId))).toBe(centsToMicros(249_999));
});

test('several transfers of one host within a day need two admins if their sum does', async () => {
  const first = await transfer();
  const second = await transfer(first.hostId);
  const amount = centsToMicros(200_000);
  expect((await confirm(first.id, ada, { amount })).status).toBe(200);
  expect(await confirm(second.id, ada, { amount })).toMatchObject(NOTED);
  expect(await balanceOf(db, host(first.hostId))).toBe(amount);
  expect((await confirm(second.id, ben, { amount })).status).toBe(200);
});

test('writing off a large debt takes two admins', async () => {
  const person = await testPerson(db, 'clipper');
  const { id } = await testListing(db, clock.now());
  const owes = {
    debit: clipperOwed(person.accountId),
    credit: listing(id),
    amountMicros: LARGE,
    subjectId: id,
  };
  await transact(db, (tx) =>
    post(tx, { key: id, kind: 'fraud.upheld', occurredAt: clock.now(), transfers: [owes] }),
  );
  const writeOff = (as: Actor) => act(`users/${person.accountId}/write-off-debt`, as, { reason: 'Gone.' });
  expect(await writeOff(ada)).toMatchObject(NOTED);
  expect(await balanceOf(db, clipperOwed(person.accountId))).toBe(-LARGE);
  expect(await writeOff(ben)).toMatchObject({ body: { writtenOffMicros: LARGE.toString() } });
});

test('two admins find views of a large clip bought if both name the same range', async () => {
  const { id } = await testListing(db, clock.now(), { budgetCents: 2_000_000, rateCents: 1_000 });
  const clipperId = (await testPerson(db, 'clipper')).accountId;
  const clip = await testClip(db, { listingId: id, clipperId, approvedAt: clock.now(), views: 900_000 });
  await settle(db, clock.now());
  const uphold = (as: Actor, fromViews: number) =>
    act(`submissions/${clip}/uphold-fraud`, as, { fromViews, toViews: null, note: 'Bought.' });
  expect(await uphold(ada, 0)).toMatchObject(NOTED);
  expect(await uphold(ben, 1_000)).toMatchObject(NOTED);
  expect(await balanceOf(db, listing(id))).toBe(centsToMicros(1_100_000));
  expect(await uphold(ben, 0)).toMatchObject({ body: { takenBackMicros: '9000000000' } });
});

test('two admins find a still-earning clip bought although its amount changes between their decisions', async () => {
  const { id } = await testListing(db, clock.now(), { budgetCents: 2_000_000, rateCents: 1_000 });
  const clipperId = (await testPerson(db, 'clipper')).accountId;
  const clip = await testClip(db, { listingId: id, clipperId, approvedAt: clock.now(), views: 900_000 });
  await settle(db, clock.now());
  const uphold = (as: Actor) =>
    act(`submissions/${clip}/uphold-fraud`, as, { fromViews: 0, toViews: null, note: 'Bought.' });
  expect(await uphold(ada)).toMatchObject(NOTED);
  await count(db, clip, 900_100, clock.now());
  await settle(db, clock.now());
  expect(await uphold(ben)).toMatchObject({ body: { takenBackMicros: '9001000000' } });
  const words = (await waiting(ada)).filter(({ subjectId }: { subjectId: string }) => subjectId === clip);
  expect(words).toEqual([]);
});

test('fraud upheld range by range needs two admins once its sum does', async () => {
  const { id } = await testListing(db, clock.now(), { budgetCents: 2_000_000, rateCents: 1_000 });
  const clipperId = (await testPerson(db, 'clipper')).accountId;
  const clip = await testClip(db, { listingId: id, clipperId, approvedAt: clock.now(), views: 900_000 });
  await settle(db, clock.now());
  const uphold = (as: Actor, fromViews: number, toViews: number) =>
    act(`submissions/${clip}/uphold-fraud`, as, { fromViews, toViews, note: 'Bought.' });
  expect((await uphold(ada, 0, 100_000)).status).toBe(200);
  expect((await uphold(ada, 100_000, 200_000)).status).toBe(200);
  const third = await uphold(ada, 200_000, 300_000);
  expect(third).toMatchObject(NOTED);
  expect(third.body.detail).toContain('what you alone moved within 24 hours is $3,000.00');
  // Ada has already moved $2,000.00 to the listing's host, so Ben alone would exceed the limit too. He
  // succeeds as the second admin.
  expect((await uphold(ben, 200_000, 300_000)).status).toBe(200);
});

test('one admin moves money without an owner to hosts and back, up to the limit in sum', async () => {
  const owner = await testPerson(db, 'host');
  const hostId = owner.accountId;
  const { username } = await db
    .selectFrom('profiles')
    .select('username')
    .where('user_id', '=', hostId)
    .executeTakeFirstOrThrow();
  const credit = async (as: Actor, dollars: number) => {
    const id = await transact(db, (tx) =>
      openSuspense(
        tx,
        {
          cause: 'bank_transfer',
          rail: 'bank',
          reference: newId(),
          amountMicros: centsToMicros(dollars * 100),
        },
        { actorId: null, actorKind: 'system' },
        clock.now(),
      ),
    );
    return await act(`suspense/${id}/credit`, as, { username, reason: 'Theirs' });
  };
  expect((await credit(ada, 2_499)).status).toBe(200);
  expect(await credit(ada, 2_499)).toMatchObject(NOTED);
  // The limit also counts what another admin moved for the same account.
  expect(await credit(ben, 2_499)).toMatchObject(NOTED);
  const { id: deposit } = await db
    .selectFrom('deposits')
    .select('id')
    .where('host_id', '=', hostId)
    .executeTakeFirstOrThrow();
  const asked = await api.send('POST', `/api/deposits/${deposit}/refund`, { as: owner });
  expect(asked.body).toMatchObject({ state: 'refunding' });
  const { id: refund } = await db
    .selectFrom('deposit_refunds')
    .select('id')
    .where('deposit_id', '=', deposit)
    .executeTakeFirstOrThrow();
  const paid = (as: Actor) => act(`refunds/${refund}/paid`, as, { reference: 'SEPA 7' });
  expect(await paid(ada)).toMatchObject(NOTED);
  expect((await paid(ben)).status).toBe(200);
});

test('two admins return the large frozen budget of a removed listing', async () => {
  const made = await testListing(db, clock.now(), { budgetCents: 1_000_000 });
  await act(`listings/${made.id}/remove`, ada, { reason: 'Card trouble', paymentFraud: true });
  const unfreeze = (as: Actor) => act(`listings/${made.id}/unfreeze`, as, { reason: 'A mistake' });
  expect(await unfreeze(ada)).toMatchObject(NOTED);
  expect(await balanceOf(db, host(made.hostId))).toBe(0n);
  expect((await unfreeze(ben)).status).toBe(200);
  expect(await balanceOf(db, host(made.hostId))).toBe(LARGE);
});

test('two admins lift the freeze of a large questioned deposit', async () => {
  const { id } = await transfer();
  await db.updateTable('deposits').set({ frozen_at: clock.now() }).where('id', '=', id).execute();
  const lift = (as: Actor) => act(`deposits/${id}/lift`, as, { reason: 'Looked at' });
  expect(await lift(ada)).toMatchObject(NOTED);
  expect(await lift(ada)).toMatchObject(NOTED);
  expect((await lift(ben)).status).toBe(200);
});
