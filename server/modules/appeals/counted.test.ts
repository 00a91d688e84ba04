import { afterAll, beforeAll, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { balanceOf, clipperPending, clipReserved, reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { appealWorld } from '#server/testing/appeals.ts';
import { addFigures, testListing } from '#server/testing/clips.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';

const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
let t: TestDatabase;
let world: Awaited<ReturnType<typeof appealWorld>>;
beforeAll(async () => {
  t = await testDatabase();
  world = await appealWorld(t.db, clock);
});
afterAll(async () => {
  await world.api.close();
  await t.close();
});

test('reserves only counting views for an appealed clip that is paid by released figures', async () => {
  const { db } = t;
  const listing = await testListing(db, clock.now(), { rules: { counted_countries: ['DE'] } });
  const person = await testPerson(db, 'clipper');
  const clip = await world.rejected(listing, person.accountId, 5_000);
  const money = () =>
    Promise.all([balanceOf(db, clipReserved(clip)), balanceOf(db, clipperPending(person.accountId))]);
  expect(await world.file(clip, person)).toMatchObject({ status: 200 });
  await world.runDue();
  expect(await money()).toEqual([0n, 0n]);
  await addFigures(db, clip, { views: 4_000, part: 1_000 }, clock.now());
  await world.runDue();
  expect(await money()).toEqual([2_000_000n, 0n]);
  expect(await world.decide(clip, 'overturn')).toMatchObject({ status: 200 });
  await world.runDue();
  expect(await money()).toEqual([0n, 2_000_000n]);
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});
