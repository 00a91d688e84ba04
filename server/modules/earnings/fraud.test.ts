import { afterAll, afterEach, expect, test } from 'vitest';
import { personOf } from '#db/seed/person-of.ts';
import type { Actor } from '#server/http/actor.ts';
import { DAY, MovableClock } from '#server/infra/clock.ts';
import {
  balanceOf,
  clipperAvailable,
  clipperOwed,
  clipperPending,
  host,
  listing,
  loss,
  reconcile,
} from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { releaseDue, settle } from './earnings.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const api = await testApi(db, clock, testModules(db, clock, ['earnings', 'payouts']));
const admin = await testPerson(db, 'admin');
afterEach(async () => {
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const available = (person: Actor) => balanceOf(db, clipperAvailable(person.accountId));
const owed = (person: Actor) => balanceOf(db, clipperOwed(person.accountId));
const uphold = (clip: string, toViews: number | null = null, fromViews = 0) =>
  api.send('POST', `/api/admin/submissions/${clip}/uphold-fraud`, {
    as: admin,
    body: { fromViews, toViews, note: 'Bought.' },
  });
const withdraw = (as: Actor) => api.send('POST', '/api/payouts', { as, body: {} });
const act = (id: string, what: string, body?: object) =>
  api.send('POST', `/api/admin/payouts/${id}/${what}`, { as: admin, body });
const lastWords = async ({ accountId }: Actor) =>
  (
    await db
      .selectFrom('notifications')
      .select('body')
      .where('user_id', '=', personOf(accountId))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).body;
const receiptOf = async (clip: string, as: Actor) =>
  (await api.send('GET', `/api/submissions/${clip}/receipt`, { as })).body;

/** Creates a clip with 5,000 released views ($10.00 available) and 1,000 pending ones. */
async function released() {
  const made = await testListing(db, clock.now());
  const person = await testPerson(db, 'clipper');
  const body = { email: 'tess@cutroom.example', country: 'US' };
  await api.send('PUT', '/api/clipper/payout-address', { as: person, body });
  const clip = await testClip(db, {
    listingId: made.id,
    clipperId: person.accountId,
    approvedAt: clock.now(),
    views: 5_000,
  });
  await settle(db, clock.now());
  clock.advance(DAY);
  await releaseDue(db, clock.now());
  await count(db, clip, 6_000, clock.now());
  await settle(db, clock.now());
  return { made, person, clip };
}

/** Creates the clip of `released` and pays out its $10.00. */
async function paidOut() {
  const made = await released();
  const { body } = await withdraw(made.person);
  await act(body.id, 'process');
  expect((await act(body.id, 'paid', { reference: 'PP-1' })).status).toBe(200);
  return made;
}

test('upholding fraud after release takes back pending and available money, newest accrual first, and the receipt shows it', async () => {
  const { made, person, clip } = await released();
  expect(await uphold(clip, 4_000, 1_000)).toMatchObject({
    status: 200,
    body: { takenBackMicros: '6000000', owedMicros: '0' },
  });
  expect(await balanceOf(db, clipperPending(person.accountId))).toBe(0n);
  expect([await available(person), await owed(person)]).toEqual([6_000_000n, 0n]);
  expect(await balanceOf(db, listing(made.id))).toBe(94_000_000n);
  expect(await receiptOf(clip, person)).toMatchObject({
    recomputes: true,
    paidViews: 3_000,
    takenBackMicros: '4000000',
    accruals: [
      { viewsTo: 3_000, state: 'released' },
      { viewsFrom: 3_000, viewsTo: 5_000, amountMicros: '4000000', state: 'taken_back' },
      { viewsFrom: 5_000, viewsTo: 6_000, state: 'reversed' },
    ],
  });
  await settle(db, clock.now());
  expect(await balanceOf(db, listing(made.id))).toBe(94_000_000n);
  const held = await db.selectFrom('fraud_holds').select('state').where('submission_id', '=', clip).execute();
  expect(held).toEqual([{ state: 'upheld' }]);
});

test('views counted after the window do not replace those that were bought', async () => {
  const { id: listingId } = await testListing(db, clock.now());
  const { accountId: clipperId } = await testPerson(db, 'clipper');
  const clip = await testClip(db, { listingId, clipperId, approvedAt: clock.now(), views: 50_000 });
  await settle(db, clock.now());
  clock.advance(DAY);
  await releaseDue(db, clock.now());
  await count(db, clip, 52_000, clock.now(), { eligible_views: 50_000n });
  expect(await uphold(clip, 30_000, 20_000)).toMatchObject({
    body: { takenBackMicros: '20000000', owedMicros: '0' },
  });
});

test('paid-out money is owed, and the next earnings pay it off before anything is available', async () => {
  const { made, person, clip } = await paidOut();
  expect(await uphold(clip)).toMatchObject({
    body: { takenBackMicros: '2000000', owedMicros: '10000000', canceledMicros: '0', inFlightMicros: '0' },
  });
  expect(await lastWords(person)).toContain(
    '$12.00 went back to the listing. $10.00 was already paid out, and your next earnings pay it back.',
  );
  expect([await available(person), await owed(person)]).toEqual([0n, -10_000_000n]);
  expect(await balanceOf(db, listing(made.id))).toBe(100_000_000n);
  const { body } = await api.send('GET', '/api/clipper/overview', { as: person });
  expect(body.figures.owedMicros).toBe('10000000');
  const debts = await api.send('GET', '/api/admin/debts', { as: admin });
  const { accountId } = person;
  expect(debts.body.rows).toEqual([expect.objectContaining({ id: accountId, owedMicros: '10000000' })]);
  for (const sort of ['owed', '-owed'])
    expect((await api.send('GET', `/api/admin/debts?sort=${sort}`, { as: admin })).body.rows).toEqual(
      debts.body.rows,
    );
  const debt = async () => (await api.send('GET', `/api/admin/debts/${accountId}`, { as: admin })).body;
  expect(await debt()).toMatchObject({
    id: person.accountId,
    owedMicros: '10000000',
    pendingMicros: '0',
    availableMicros: '0',
    clips: [{ submissionId: clip, amountMicros: '10000000' }],
  });
  const stranger = await testPerson(db, 'clipper');
  for (const [url, as] of [
    [`/api/admin/debts/${stranger.accountId}`, admin],
    [`/api/admin/debts/${person.accountId}`, person],
  ] as const)
    expect((await api.send('GET', url, { as })).status).toBe(404);
  const next = await testListing(db, clock.now());
  await testClip(db, {
    listingId: next.id,
    clipperId: person.accountId,
    approvedAt: clock.now(),
    views: 7_000,
  });
  await settle(db, clock.now());
  clock.advance(DAY);
  await releaseDue(db, clock.now());
  expect([await available(person), await owed(person)]).toEqual([4_000_000n, 0n]);
  expect(await debt()).toMatchObject({ owedMicros: '0', availableMicros: '4000000' });
});

test('upholding fraud cancels a payout that has not started: nothing is paid, nothing is owed', async () => {
  const { made, person, clip } = await released();
  const { body } = await withdraw(person);
  expect(await uphold(clip)).toMatchObject({
    body: { takenBackMicros: '12000000', owedMicros: '0', canceledMicros: '10000000', inFlightMicros: '0' },
  });
  expect([await available(person), await owed(person)]).toEqual([0n, 0n]);
  expect(await balanceOf(db, listing(made.id))).toBe(100_000_000n);
  expect((await act(body.id, 'process')).body.code).toBe('payout_state');
  const { rows } = (await api.send('GET', '/api/clipper/payouts', { as: person })).body;
  expect(rows).toMatchObject([{ state: 'canceled' }]);
  const message = await lastWords(person);
  expect(message).toContain('$10.00 that was waiting to be paid out was canceled.');
  expect(message).not.toContain('already paid out');
});

test('a canceled payout’s money from real views is available again', async () => {
  const { person, clip } = await released();
  const { body } = await withdraw(person);
  expect(await uphold(clip, 3_000, 1_000)).toMatchObject({
    body: { takenBackMicros: '4000000', owedMicros: '0', canceledMicros: '10000000' },
  });
  expect(await available(person)).toBe(8_000_000n);
  expect((await withdraw(person)).body).toMatchObject({ amountMicros: '8000000' });
  expect((await act(body.id, 'process')).body.code).toBe('payout_state');
});

test('a payment under way is owed, the clipper reads so, and if it returns it pays the debt immediately', async () => {
  const { person, clip } = await released();
  const { body } = await withdraw(person);
  await act(body.id, 'process');
  expect(await uphold(clip)).toMatchObject({
    body: {
      takenBackMicros: '2000000',
      owedMicros: '10000000',
      canceledMicros: '0',
      inFlightMicros: '10000000',
    },
  });
  const message = await lastWords(person);
  expect(message).toContain('$10.00 is being paid out already');
  expect(message).not.toContain('was already paid out');
  await act(body.id, 'failed', { reason: 'Not made' });
  expect([await available(person), await owed(person)]).toEqual([0n, 0n]);
  expect(await lastWords(person)).toBe(
    '$10.00 could not be paid. It pays off what you owe. Reason: Not made.',
  );
});

test('a written-off debt is the platform’s loss, once', async () => {
  const { person, clip } = await paidOut();
  await uphold(clip);
  const before = await balanceOf(db, loss);
  const body = { reason: 'Gone.' };
  const writeOff = () =>
    api.send('POST', `/api/admin/users/${person.accountId}/write-off-debt`, { as: admin, body });
  const both = await Promise.all([writeOff(), writeOff()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await owed(person)).toBe(0n);
  expect(before - (await balanceOf(db, loss))).toBe(10_000_000n);
});

test('a concurrent ruling and withdrawal lose nothing and make nobody’s balance negative', async () => {
  for (let round = 0; round < 6; round++) {
    const { made, person, clip } = await released();
    const [taken, left] = await Promise.all([uphold(clip), withdraw(person)]);
    expect(taken.status).toBe(200);
    const sum = BigInt(taken.body.takenBackMicros) + BigInt(taken.body.owedMicros);
    expect(sum).toBe(12_000_000n);
    expect([200, 422]).toContain(left.status);
    expect([await available(person), await owed(person)]).toEqual([0n, 0n]);
    const open = await db
      .selectFrom('payouts')
      .select('id')
      .where('clipper_id', '=', person.accountId)
      .where('state', '<>', 'canceled')
      .execute();
    expect(open).toEqual([]);
    expect(await balanceOf(db, listing(made.id))).toBe(100_000_000n);
  }
});

test('money that a removed listing gets back goes to its host immediately', async () => {
  const { made, clip } = await released();
  await db
    .updateTable('listings')
    .set({ state: 'removed', removed_at: clock.now(), removal_reason: 'Not allowed' })
    .where('id', '=', made.id)
    .execute();
  await testModules(db, clock, ['earnings'])[0].jobs![0]!.run(clock.now());
  expect(await balanceOf(db, host(made.hostId))).toBe(88_000_000n);
  await uphold(clip);
  expect(await balanceOf(db, host(made.hostId))).toBe(100_000_000n);
  expect(await balanceOf(db, listing(made.id))).toBe(0n);
});

test('a settled listing never keeps money it gets back: its host gets it immediately', async () => {
  const { made, clip } = await released();
  const settled = { state: 'settled', ended_at: clock.now(), settled_at: clock.now() } as const;
  await db.updateTable('listings').set(settled).where('id', '=', made.id).execute();
  await testModules(db, clock, ['earnings'])[0].jobs![0]!.run(clock.now());
  expect(await balanceOf(db, host(made.hostId))).toBe(88_000_000n);
  await uphold(clip);
  expect(await balanceOf(db, host(made.hostId))).toBe(100_000_000n);
  expect(await balanceOf(db, listing(made.id))).toBe(0n);
});

test('a range needs an end after its start, and an open hold is decided before or with all views', async () => {
  const { person, clip } = await released();
  expect(await uphold(clip, 10, 10)).toMatchObject({ status: 422, body: { code: 'fraud_range' } });
  expect(await uphold(crypto.randomUUID())).toMatchObject({ status: 404 });
  await db
    .insertInto('fraud_holds')
    .values({
      id: crypto.randomUUID(),
      submission_id: clip,
      state: 'open',
      score: 70,
      reason: 'A step without likes.',
      from_views: 5_000n,
      to_views: 6_000n,
      opened_at: clock.now(),
      decide_by: clock.now(),
    })
    .execute();
  await settle(db, clock.now());
  expect(await uphold(clip, 10, 0)).toMatchObject({ status: 409, body: { code: 'fraud_hold_undecided' } });
  expect(await uphold(clip)).toMatchObject({ body: { takenBackMicros: '10000000' } });
  await settle(db, clock.now());
  expect([await available(person), await owed(person)]).toEqual([0n, 0n]);
});
