import { afterAll, afterEach, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

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

async function clipper(): Promise<Actor> {
  const as = await testPerson(db, 'clipper');
  await db
    .insertInto('payout_addresses')
    .values({
      user_id: as.accountId,
      email: 'tess@cutroom.example',
      usable_at: clock.now(),
      set_at: clock.now(),
    })
    .execute();
  return as;
}

/**
 * Gives the person this many dollars for a clip of a new listing, released a day later. Returns the clip's
 * id.
 */
async function earned({ accountId: clipperId }: Actor, dollars: number): Promise<string> {
  const { id: listingId } = await testListing(db, clock.now());
  const clip = await testClip(db, { listingId, clipperId, approvedAt: clock.now(), views: dollars * 500 });
  await settle(db, clock.now(), { listingId });
  clock.advance(DAY);
  await releaseDue(db, clock.now(), { clipperIds: [clipperId] });
  return clip;
}

async function withdraw(as: Actor, dollars: number): Promise<string> {
  clock.advance(HOUR);
  const body = { amountMicros: String(dollars * 1_000_000) };
  const reply = await api.send('POST', '/api/payouts', { as, body });
  expect(reply.body).toMatchObject({ state: 'requested' });
  return reply.body.id;
}
const act = (id: string, what: string, body?: object) =>
  api.send('POST', `/api/admin/payouts/${id}/${what}`, { as: admin, body });
const pay = async (id: string) => [await act(id, 'process'), await act(id, 'paid', { reference: 'PP-1' })];
const uphold = (clip: string, fromViews: number, toViews: number | null) =>
  api.send('POST', `/api/admin/submissions/${clip}/uphold-fraud`, {
    as: admin,
    body: { fromViews, toViews, note: 'Bought.' },
  });

/** Returns clip and dollars of each part that still counts, in the order in which the parts were added. */
async function partsOf(payoutId: string): Promise<[string, number][]> {
  const rows = await db
    .selectFrom('payout_accruals')
    .select(['submission_id', 'amount_micros', 'replaced_micros'])
    .where('payout_id', '=', payoutId)
    .where('freed_at', 'is', null)
    .orderBy('linked_at')
    .orderBy('submission_id')
    .execute();
  return rows
    .map((row): [string, number] => [
      row.submission_id,
      Number(row.amount_micros - row.replaced_micros) / 1_000_000,
    ])
    .filter(([, dollars]) => dollars > 0);
}
const paidOut = async (clip: string, as: Actor) =>
  Number((await api.send('GET', `/api/submissions/${clip}/receipt`, { as })).body.paidOutMicros) / 1_000_000;

test('a payout takes the earliest released steps and divides the last one; the next payout takes its rest', async () => {
  const as = await clipper();
  const [first, second] = [await earned(as, 10), await earned(as, 20)];
  const [one, two] = [await withdraw(as, 16), await withdraw(as, 9)];
  expect(await partsOf(one)).toEqual([
    [first, 10],
    [second, 6],
  ]);
  expect(await partsOf(two)).toEqual([[second, 9]]);
  await pay(two);
  expect([await paidOut(first, as), await paidOut(second, as)]).toEqual([0, 9]);
  const receipt = (await api.send('GET', `/api/submissions/${second}/receipt.csv`, { as })).bytes.toString();
  expect(receipt).toContain(`In payout,,0,10000,,6.00,on its way,${one}\r\n`);
  expect(receipt).toMatch(new RegExp(`In payout,2026-[^,]+,0,10000,,9.00,paid,${two}\r\n`));
});

test('the steps of a failed payout are available again, and the next payout takes them', async () => {
  const as = await clipper();
  const clip = await earned(as, 10);
  const one = await withdraw(as, 8);
  await act(one, 'process');
  await act(one, 'failed', { reason: 'No' });
  expect(await partsOf(one)).toEqual([]);
  expect(await partsOf(await withdraw(as, 10))).toEqual([[clip, 10]]);
});

test('views found bought after their payout remain in it until later earnings replace them', async () => {
  const as = await clipper();
  const bought = await earned(as, 10);
  const payout = await withdraw(as, 10);
  await pay(payout);
  await uphold(bought, 0, 3_000);
  expect((await partsOf(payout)).map(([, dollars]) => dollars).sort()).toEqual([4, 6]);
  const real = await earned(as, 5);
  expect(await partsOf(payout)).toEqual(expect.arrayContaining([[real, 5]]));
  expect((await partsOf(payout)).reduce((sum, [, dollars]) => sum + dollars, 0)).toBe(10);
  expect([await paidOut(bought, as), await paidOut(real, as)]).toEqual([5, 5]);
});

test('after a write-off a payout keeps the steps that left, and newer earnings don’t count as paid out', async () => {
  const as = await clipper();
  const bought = await earned(as, 10);
  await pay(await withdraw(as, 10));
  await uphold(bought, 0, null);
  await api.send('POST', `/api/admin/users/${as.accountId}/write-off-debt`, {
    as: admin,
    body: { reason: 'Gone.' },
  });
  const real = await earned(as, 7);
  expect([await paidOut(bought, as), await paidOut(real, as)]).toEqual([10, 0]);
  expect(await partsOf(await withdraw(as, 7))).toEqual([[real, 7]]);
});

test('other available money taken for bought views becomes part of their payout', async () => {
  const as = await clipper();
  const bought = await earned(as, 10);
  const payout = await withdraw(as, 10);
  await pay(payout);
  const real = await earned(as, 12);
  expect((await uphold(bought, 0, null)).body).toMatchObject({
    takenBackMicros: '10000000',
    owedMicros: '0',
  });
  expect(await partsOf(payout)).toEqual([[real, 10]]);
});

test('earnings paid by a host’s new card are in no payout before their day, however old the rest is', async () => {
  const as = await clipper();
  const { hostId, id: listingId } = await testListing(db, clock.now());
  const card = { rail: 'stripe', amount_micros: 6_000_000n, state: 'confirmed', reference: 'Card' } as const;
  const id = newId();
  await db
    .insertInto('deposits')
    .values({ id, host_id: hostId, ...card, created_at: clock.now(), confirmed_at: clock.now() })
    .execute();
  const approvedAt = clock.now();
  const young = await testClip(db, { listingId, clipperId: as.accountId, approvedAt, views: 5_000 });
  await settle(db, clock.now(), { listingId });
  const old = await earned(as, 10);
  await count(db, young, 6_000, clock.now());
  const reply = await api.send('POST', '/api/payouts', { as, body: {} });
  expect(reply.body).toMatchObject({ amountMicros: '14000000' });
  expect(await partsOf(reply.body.id)).toEqual(
    [
      [young, 4],
      [old, 10],
    ].toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
  );
  // Removes the deposit, so that the next test finds the books unchanged.
  await db.deleteFrom('deposits').where('id', '=', id).execute();
});
