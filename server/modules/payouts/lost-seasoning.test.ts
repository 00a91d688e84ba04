import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { TWO_ADMINS_MIN } from '#contract/limits.ts';
import { personOf } from '#db/seed/person-of.ts';
import type { Actor } from '#server/http/actor.ts';
import { DAY, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { balanceOf, clipperAvailable, reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { testAvailable } from '#server/testing/available-earnings.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { stripeWorld } from '#server/testing/stripe.ts';
import { payWeekly } from './payouts.ts';

const w = await stripeWorld(['payouts', 'earnings', 'admin']);
const { db, clock, api } = w;
let admin: Actor;
beforeAll(async () => {
  admin = await testPerson(db, 'admin');
});
afterEach(async () => {
  expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});
afterAll(() => w.close());

const dollars = (amount: number): bigint => BigInt(amount) * 1_000_000n;
const available = ({ accountId }: Actor) => balanceOf(db, clipperAvailable(accountId));
const leaving = async (as: Actor) => (await api.send('GET', '/api/clipper/leaving', { as })).body;
const inbox = async (id: string) =>
  (await api.send('GET', '/api/admin/inbox?kind=deposit', { as: admin })).body.rows.find(
    (row: { id: string }) => row.id === id,
  );
const titles = async ({ accountId }: Actor) =>
  (
    await db
      .selectFrom('notifications')
      .select('title')
      .where('user_id', '=', personOf(accountId))
      .orderBy('id')
      .execute()
  ).map(({ title }) => title);

/**
 * Creates a host who pays $100.00 with a new card, and a clip of the host's listing that has $20.00 released
 * a day later.
 */
async function paidClip() {
  const host = await w.newHost();
  const { id, url } = await w.begin(host);
  await w.pay(url);
  await w.settle();
  const clipper = await testPerson(db, 'clipper');
  const body = { email: 'tess@people.example', country: 'US' };
  expect((await api.send('PUT', '/api/clipper/payout-address', { as: clipper, body })).status).toBe(200);
  const listing = await testListing(db, clock.now(), { hostId: host.accountId, budgetCents: 10_000 });
  clock.advance(HOUR);
  const clip = {
    listingId: listing.id,
    clipperId: clipper.accountId,
    approvedAt: clock.now(),
    views: 10_000,
  };
  await testClip(db, clip);
  await settle(db, clock.now(), { listingId: listing.id });
  clock.advance(DAY);
  await releaseDue(db, clock.now(), { clipperIds: [clipper.accountId] });
  expect(await available(clipper)).toBe(dollars(20));
  return { host, clipper, id };
}

async function questioned(after = 5 * DAY) {
  const paid = await paidClip();
  clock.advance(after);
  await w.simulator.atStripe({ do: 'dispute', reference: paid.id });
  await w.settle();
  return paid;
}
const decide = async (reference: string, outcome: 'won' | 'lost') => {
  await w.simulator.atStripe({ do: 'close-dispute', reference, outcome });
  await w.settle();
};
async function weeks(count: number): Promise<void> {
  for (let week = 0; week < count; week++) {
    clock.advance(7 * DAY);
    await payWeekly(db, clock.now());
  }
}
const release = (id: string, as = admin) =>
  api.send('POST', `/api/admin/deposits/${id}/release-earnings`, {
    as,
    body: { reason: 'They acted in good faith.' },
  });

test('earnings from a card deposit lost to a dispute while seasoning wait for an admin, and the clipper reads why', async () => {
  const { clipper, id } = await questioned();
  expect((await leaving(clipper)).reasons).toEqual([
    "$20.00 was paid by a host's card deposit that the bank questions. It waits until the bank has decided.",
  ]);
  await decide(id, 'lost');
  await weeks(3);
  expect([await available(clipper), (await leaving(clipper)).canLeaveMicros]).toEqual([dollars(20), '0']);
  expect((await leaving(clipper)).reasons).toEqual([
    "$20.00 was funded by a host's card deposit that the bank took back. Our team decides whether it can be withdrawn.",
  ]);
  const asked = await api.send('POST', '/api/payouts', { as: clipper, body: {} });
  expect(asked.body).toMatchObject({ code: 'withdrawal_waits' });
  expect(asked.body.detail).toContain('Our team decides whether it can be withdrawn');
  expect(await titles(clipper)).toEqual(
    expect.arrayContaining(['Earnings wait for a bank', 'Earnings wait for a decision']),
  );
  expect(await inbox(id)).toMatchObject({ what: 'A bank has taken it back: earnings wait for a decision' });
  const { body: shown } = await api.send('GET', `/api/admin/deposits/${id}`, { as: admin });
  expect(shown.waitingEarningsMicros).toBe('20000000');

  const own = await release(id, { ...admin, userId: clipper.userId });
  expect(own.body.code).toBe('own_money');
  const replies = await Promise.all([release(id), release(id), release(id)]);
  expect(replies.filter(({ status }) => status === 200)).toMatchObject([
    { body: { releasedMicros: '20000000' } },
  ]);
  expect(await titles(clipper)).toContain('You can withdraw earnings again');
  expect(await inbox(id)).toMatchObject({ what: 'A bank has taken it back' });
  await weeks(1);
  expect(await available(clipper)).toBe(0n);
});

test('releasing earnings behind a lost deposit needs two admins once the sum that one admin released reaches the limit', async () => {
  const { id } = await questioned();
  await decide(id, 'lost');
  const [one, other] = [await testPerson(db, 'admin'), await testPerson(db, 'admin')];
  const act = { id: newId(), act_id: newId(), kind: 'suspense.written_off', subject_id: newId() };
  const amount_micros = TWO_ADMINS_MIN - dollars(1);
  await db
    .insertInto('admin_money_acts')
    .values({ ...act, admin_id: one.userId, amount_micros, acted_at: clock.now() })
    .execute();
  expect((await release(id, one)).body.code).toBe('second_admin_needed');
  expect((await release(id, other)).body).toEqual({ releasedMicros: '20000000' });
});

test('earnings from a deposit whose dispute is open on day 14 keep waiting, and leave once the dispute is won', async () => {
  const { clipper, id } = await questioned();
  await weeks(3);
  expect(await available(clipper)).toBe(dollars(20));
  expect((await release(id)).body.code).toBe('deposit_state');
  await decide(id, 'won');
  expect((await leaving(clipper)).canLeaveMicros).toBe('20000000');
  await weeks(1);
  expect(await available(clipper)).toBe(0n);
});

test('earnings paid by other hosts, or by the same host after the dispute, do not wait with it', async () => {
  const { host, clipper, id } = await questioned();
  await decide(id, 'lost');
  await testAvailable(db, { clipperId: clipper.accountId, amount: dollars(7), now: clock.now() });
  const later = await testListing(db, clock.now(), { hostId: host.accountId, budgetCents: 10_000 });
  clock.advance(HOUR);
  await db.updateTable('deposits').set({ frozen_at: null }).where('id', '=', id).execute();
  const clip = { listingId: later.id, clipperId: clipper.accountId, approvedAt: clock.now(), views: 1_500 };
  await testClip(db, clip);
  await settle(db, clock.now(), { listingId: later.id });
  clock.advance(DAY);
  await releaseDue(db, clock.now(), { clipperIds: [clipper.accountId] });
  expect(await available(clipper)).toBe(dollars(30));
  expect((await leaving(clipper)).canLeaveMicros).toBe('10000000');
  await weeks(1);
  expect(await available(clipper)).toBe(dollars(20));
});

test('a deposit disputed after it has seasoned holds nothing back', async () => {
  const { clipper, id } = await questioned(14 * DAY);
  expect((await leaving(clipper)).canLeaveMicros).toBe('20000000');
  await decide(id, 'lost');
  expect((await leaving(clipper)).reasons).toEqual([]);
  expect((await release(id)).body.code).toBe('deposit_state');
});

test('a lost deposit that paid nobody needs no decision', async () => {
  const host = await w.newHost();
  const { id, url } = await w.begin(host);
  await w.pay(url);
  await w.settle();
  await w.simulator.atStripe({ do: 'dispute', reference: id });
  await w.settle();
  await decide(id, 'lost');
  expect(await inbox(id)).toMatchObject({ what: 'A bank has taken it back' });
  expect((await release(id)).body.code).toBe('deposit_state');
});

test('a withdrawal, a weekly run and the decision at the same moment pay the waiting money once', async () => {
  for (let round = 0; round < 4; round++) {
    const { clipper, id } = await questioned();
    await decide(id, 'lost');
    clock.advance(7 * DAY);
    await Promise.all([
      release(id),
      payWeekly(db, clock.now()),
      api.send('POST', '/api/payouts', { as: clipper, body: {} }),
    ]);
    const rows = await db
      .selectFrom('payouts')
      .select('amount_micros')
      .where('clipper_id', '=', clipper.accountId)
      .execute();
    const sum = rows.reduce<bigint>(
      (total, { amount_micros }) => total + amount_micros,
      await available(clipper),
    );
    expect(sum).toBe(dollars(20));
    expect((await reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
  }
});
