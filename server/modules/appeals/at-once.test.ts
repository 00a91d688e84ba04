import { afterAll, afterEach, expect, test } from 'vitest';
import { DAY, MovableClock } from '#server/infra/clock.ts';
import {
  balanceOf,
  clipperPending,
  clipReserved,
  listing,
  reconcile,
} from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { appealWorld } from '#server/testing/appeals.ts';
import { testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testHold } from '#server/testing/questions.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const world = await appealWorld(db, clock);
afterEach(async () => {
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});
afterAll(async () => {
  await world.api.close();
  await t.close();
});

async function rejection() {
  const made = await testListing(db, clock.now());
  const person = await testPerson(db, 'clipper');
  return { made, person, clip: await world.rejected(made, person.accountId, 5_000) };
}

test('of a concurrent appeal and settlement of the listing, one sees the other', async () => {
  for (const daysLater of [6, 7]) {
    const { made, person, clip } = await rejection();
    const ended = { state: 'ended' as const, ended_at: clock.now() };
    await db.updateTable('listings').set(ended).where('id', '=', made.id).execute();
    clock.advance(daysLater * DAY);
    const [filed] = await Promise.all([world.file(clip, person), world.runDue(), world.runDue()]);
    await world.runDue();
    const { state } = await db
      .selectFrom('listings')
      .select('state')
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    expect([filed.status, state]).toEqual(daysLater === 6 ? [200, 'ended'] : [409, 'settled']);
    expect(await balanceOf(db, clipReserved(clip))).toBe(daysLater === 6 ? 10_000_000n : 0n);
    expect(await balanceOf(db, listing(made.id))).toBe(daysLater === 6 ? 90_000_000n : 0n);
  }
});

test('two admins and the deadline decide an appeal once, and only an admin’s decision pays', async () => {
  for (let round = 0; round < 4; round++) {
    const { person, clip } = await rejection();
    await world.file(clip, person);
    clock.advance(7 * DAY);
    const [up, down] = await Promise.all([
      world.decide(clip, 'overturn'),
      world.decide(clip, 'dismiss'),
      world.runDue(),
      world.runDue(),
    ]);
    expect([up.status, down.status].sort()).toEqual([200, 409]);
    await world.runDue();
    const { state } = await world.appealOf(clip);
    expect(state).toBe(up.status === 200 ? 'overturned' : 'dismissed');
    for (const decision of ['overturn', 'dismiss'] as const)
      expect((await world.decide(clip, decision)).body.code).toBe('appeal_state');
    const paid = await balanceOf(db, clipperPending(person.accountId));
    expect(paid).toBe(up.status === 200 ? 10_000_000n : 0n);
  }
});

test('a concurrent decision on a hold and on its appeal takes effect once', async () => {
  const { made, person, clip } = await rejection();
  await db
    .updateTable('submissions')
    .set({ status: 'approved', approved_at: clock.now(), tracking_until: clock.now() })
    .where('id', '=', clip)
    .execute();
  const hold = await testHold(db, clip, clock.now(), { fromViews: 1_000, toViews: 2_000 });
  await world.file(clip, person);
  const upheld = world.api.send('POST', `/api/admin/fraud-holds/${hold}/uphold`, {
    as: world.admin,
    body: { note: 'Bought.' },
  });
  const [reviewer, admin] = await Promise.all([upheld, world.decide(clip, 'overturn')]);
  expect([reviewer.status, admin.status].sort()).toEqual([200, 409]);
  await world.runDue();
  expect((await world.appealOf(clip)).state).toBe(admin.status === 200 ? 'overturned' : 'dismissed');
  const budget = 100_000_000n - (admin.status === 200 ? 10_000_000n : 8_000_000n);
  expect(await balanceOf(db, listing(made.id))).toBe(budget);
});
