import { afterAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import {
  balanceOf,
  clipperAvailable,
  clipperOwed,
  clipperPending,
  reconcile,
} from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { releaseDue } from './release.ts';
import { settle } from './settle.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const api = await testApi(db, clock, testModules(db, clock, ['ledger', 'earnings', 'payouts']));
const admin = await testPerson(db, 'admin');
afterAll(async () => {
  await api.close();
  await t.close();
});

interface MoveRow {
  to: string;
  amountMicros: string;
  listingId: string | null;
  listingTitle: string | null;
}
const releasedRows = async (as: Actor, of = ''): Promise<MoveRow[]> =>
  (await api.send('GET', `/api/clipper/transactions?type=Released${of}`, { as })).body.rows;

/** Creates a person with $4.00 pending on one listing and $6.00 on another. */
async function pendingOnTwo(of?: Actor) {
  const person = of ?? (await testPerson(db, 'clipper'));
  const [first, second] = [await testListing(db, clock.now()), await testListing(db, clock.now())];
  const clip = { clipperId: person.accountId, approvedAt: clock.now() };
  await testClip(db, { ...clip, listingId: first.id, views: 2_000 });
  await testClip(db, { ...clip, listingId: second.id, views: 3_000 });
  await settle(db, clock.now());
  clock.advance(DAY + HOUR);
  return { person, first: first.id, second: second.id };
}

/** Creates a debt of $5.00 by finding views bought after they were paid out. */
async function oweFive(person: Actor): Promise<void> {
  const body = { email: 'tess@cutroom.example', country: 'US' };
  await api.send('PUT', '/api/clipper/payout-address', { as: person, body });
  const { id: listingId } = await testListing(db, clock.now());
  const earned = { listingId, clipperId: person.accountId, approvedAt: clock.now(), views: 2_500 };
  const clip = await testClip(db, earned);
  await settle(db, clock.now());
  clock.advance(DAY + HOUR);
  await releaseDue(db, clock.now());
  const { id } = (await api.send('POST', '/api/payouts', { as: person, body: {} })).body;
  await api.send('POST', `/api/admin/payouts/${id}/process`, { as: admin });
  await api.send('POST', `/api/admin/payouts/${id}/paid`, { as: admin, body: { reference: 'By hand' } });
  const fraud = { fromViews: 0, toViews: null, note: 'Bought.' };
  await api.send('POST', `/api/admin/submissions/${clip}/uphold-fraud`, { as: admin, body: fraud });
}

test('released rows name the listing and the amount that it paid', async () => {
  const { person, first, second } = await pendingOnTwo();
  await releaseDue(db, clock.now());
  const available = (await releasedRows(person)).filter(({ to }) => to === 'Available');
  expect(available.map(({ listingId, amountMicros }) => [listingId, amountMicros]).toSorted()).toEqual(
    [
      [first, '4000000'],
      [second, '6000000'],
    ].toSorted(),
  );
  expect(available.every(({ listingTitle }) => listingTitle === 'Night run')).toBe(true);
  expect(await releasedRows(person, `&listing=${second}`)).toMatchObject([
    { listingId: second, amountMicros: '6000000' },
  ]);
  await db.updateTable('listings').set({ title: 'Harbour at dawn' }).where('id', '=', second).execute();
  expect(await releasedRows(person, '&search=bour%20AT')).toMatchObject([{ listingId: second }]);
  expect(await releasedRows(person, `&search=${first}`)).toMatchObject([{ listingId: first }]);
  expect(await releasedRows(person, '&search=nothing')).toEqual([]);
  expect(await reconcile(db)).toMatchObject({ ok: true });
});

test('a debt is paid from as many listings as needed, and the remainder is available', async () => {
  const person = await testPerson(db, 'clipper');
  const { accountId } = person;
  await oweFive(person);
  await pendingOnTwo(person);
  expect(await balanceOf(db, clipperOwed(accountId))).toBe(-5_000_000n);
  expect(await releaseDue(db, clock.now())).toBe(10_000_000n);
  const left = [clipperPending(accountId), clipperOwed(accountId), clipperAvailable(accountId)];
  expect(await Promise.all(left.map((account) => balanceOf(db, account)))).toEqual([0n, 0n, 5_000_000n]);
  const paidOff = (await releasedRows(person)).filter(({ to }) => to === 'Owed');
  expect(paidOff.reduce((sum, { amountMicros }) => sum + BigInt(amountMicros), 0n)).toBe(5_000_000n);
  expect(paidOff.every(({ listingId }) => listingId !== null)).toBe(true);
  expect(await reconcile(db)).toMatchObject({ ok: true });
});
