import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros } from '#contract/money.ts';
import { personOf } from '#db/seed/person-of.ts';
import type { Actor } from '#server/http/actor.ts';
import { DAY, MovableClock } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { confirmTestCard } from '#server/modules/deposits/deposits.ts';
import { balanceOf, clipperPending, reconcile } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { releaseDue, settle } from './earnings.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const api = await testApi(db, clock, testModules(db, clock, ['listings', 'earnings', 'payouts']));
const admin = await testPerson(db, 'admin');
afterAll(async () => {
  await api.close();
  await t.close();
});

const stateOf = async (id: string) => {
  const { state, pause_reason } = await db
    .selectFrom('listings')
    .select(['state', 'pause_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return pause_reason ? `${state} (${pause_reason})` : state;
};
const broken = async () => (await reconcile(db)).invariants.filter(({ ok }) => !ok).map(({ name }) => name);

/**
 * Creates a listing at $2.00 per 1,000 views whose $10.00 are used up, with `waiting` later clips. Each of
 * them has 4,000 views and waits for $8.00.
 */
async function usedUp(waiting: number) {
  const made = await testListing(db, clock.now(), { budgetCents: 1_000 });
  const people: AccountId[] = [];
  for (let clip = 0; clip <= waiting; clip++) {
    const { accountId: clipperId } = await testPerson(db, 'clipper');
    clock.advance(1_000);
    await testClip(db, {
      listingId: made.id,
      clipperId,
      approvedAt: clock.now(),
      views: clip === 0 ? 5_000 : 4_000,
    });
    people.push(clipperId);
  }
  await settle(db, clock.now());
  expect(await stateOf(made.id)).toBe('paused (exhausted)');
  return { ...made, pending: () => Promise.all(people.map((id) => balanceOf(db, clipperPending(id)))) };
}

async function topUp({ id, hostId }: { id: string; hostId: AccountId }, cents: number): Promise<void> {
  const amountMicros = centsToMicros(cents);
  await transact(db, (tx) =>
    confirmTestCard(tx, { hostId, userId: personOf(hostId), amountMicros, now: clock.now() }),
  );
  const as: Actor = { ...(await testPerson(db, 'host')), accountId: hostId };
  const body = { amountMicros: String(amountMicros) };
  expect((await api.send('POST', `/api/listings/${id}/top-up`, { as, body })).status).toBe(200);
}

test('a top-up pays waiting clips in order of approval before the listing accepts new ones', async () => {
  const made = await usedUp(2);
  await topUp(made, 1_000);
  expect(await stateOf(made.id)).toBe('paused (exhausted)');
  await settle(db, clock.now());
  expect(await made.pending()).toEqual([10_000_000n, 8_000_000n, 2_000_000n]);
  expect(await stateOf(made.id)).toBe('paused (exhausted)');
  await topUp(made, 2_000);
  await settle(db, clock.now());
  expect(await made.pending()).toEqual([10_000_000n, 8_000_000n, 8_000_000n]);
  expect(await stateOf(made.id)).toBe('active');
  expect(await broken()).toEqual([]);
});

test('a top-up reopens a listing immediately if its clips were all paid', async () => {
  const made = await usedUp(0);
  await topUp(made, 500);
  expect(await stateOf(made.id)).toBe('active');
});

test('upholding fraud on a finished clip returns money to its listing, which accepts clips again', async () => {
  const made = await testListing(db, clock.now(), { budgetCents: 1_000 });
  const { accountId: clipperId } = await testPerson(db, 'clipper');
  const clip = await testClip(db, {
    listingId: made.id,
    clipperId,
    approvedAt: clock.now(),
    views: 5_000,
  });
  await settle(db, clock.now());
  await count(db, clip, 5_000, clock.now(), { state: 'finished', next_poll_at: null });
  clock.advance(2 * DAY);
  await releaseDue(db, clock.now());
  await settle(db, clock.now());
  expect(await stateOf(made.id)).toBe('paused (exhausted)');
  const { state } = await db
    .selectFrom('clip_earnings')
    .select('state')
    .where('submission_id', '=', clip)
    .executeTakeFirstOrThrow();
  expect(state).toBe('finished');
  const body = { fromViews: 0, toViews: null, note: 'Bought.' };
  const path = `/api/admin/submissions/${clip}/uphold-fraud`;
  expect((await api.send('POST', path, { as: admin, body })).status).toBe(200);
  expect(await stateOf(made.id)).toBe('active');
  expect(await broken()).toEqual([]);
});

test('the reconciliation finds an exhausted listing with enough budget and no waiting clips, and it is resumed', async () => {
  const made = await testListing(db, clock.now(), { budgetCents: 200 });
  await db
    .updateTable('listings')
    .set({ state: 'paused', pause_reason: 'exhausted' })
    .where('id', '=', made.id)
    .execute();
  expect(await broken()).toEqual([
    'a listing paused for want of budget has less than 1,000 views cost, or clips that wait for it',
  ]);
  expect(await settle(db, clock.now())).toMatchObject({ listingIds: [made.id], clips: 0 });
  expect(await stateOf(made.id)).toBe('active');
  expect(await settle(db, clock.now())).toMatchObject({ listingIds: [] });
});
