import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { personOf } from '#db/seed/person-of.ts';
import { after, DAY, HOUR, systemClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import {
  holdSameIdentity,
  releaseFraudHold,
  upholdFraudHold,
} from '#server/modules/fraud-holds/fraud-holds.ts';
import { balanceOf, clipperPending, clipReserved, reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { testHold } from '#server/testing/questions.ts';
import { settle } from './settle.ts';

const t = await testDatabase();
afterAll(() => t.close());
const { db } = t;

const start = new Date('2026-02-02T08:00:00Z');
const at = (hours: number) => after(start, hours * HOUR);

/** Creates a listing and another person's approved clip on it, with 1,000 views at $2.00 per 1,000. */
async function pair() {
  const given = await testListing(db, start);
  const { accountId: clipperId } = await testPerson(db, 'clipper');
  const clip = await testClip(db, { listingId: given.id, clipperId, approvedAt: start, views: 1_000 });
  const money = async () => [
    await balanceOf(db, clipperPending(clipperId)),
    await balanceOf(db, clipReserved(clip)),
  ];
  return { ...given, clipperId, clip, money };
}

const setEmail = (accountId: AccountId, email: string) =>
  db.updateTable('users').set({ email }).where('id', '=', personOf(accountId)).execute();
const payAt = (accountId: AccountId, email: string) =>
  db
    .insertInto('payout_addresses')
    .values({ user_id: accountId, email, usable_at: start, set_at: start })
    .execute();
const check = (clipperId: AccountId, now = at(1)) =>
  transact(db, (tx) => holdSameIdentity(tx, { clipperId }, now));
const holdsOf = (clip: string) =>
  db
    .selectFrom('fraud_holds as h')
    .innerJoin('identity_matches as m', 'm.id', 'h.identity_match_id')
    .select(['h.id', 'h.state', 'h.to_views', 'm.signal', 'm.evidence', 'm.cleared_at'])
    .where('h.submission_id', '=', clip)
    .execute();
const notesOf = (accountId: AccountId) =>
  db
    .selectFrom('notifications')
    .select(['kind', 'body'])
    .where('user_id', '=', personOf(accountId))
    .execute();

test('a clipper paid at a mailbox of the host earns nothing until an admin decides; both are notified', async () => {
  const p = await pair();
  await setEmail(p.hostId, 'sam.lee@gmail.com');
  await payAt(p.clipperId, 'SamLee+clips@googlemail.com');
  await check(p.clipperId);
  await check(p.clipperId);
  const [hold] = await holdsOf(p.clip);
  expect(hold).toMatchObject({
    state: 'escalated',
    to_views: null,
    signal: 'payout_address',
    evidence: 'The clipper is paid at a mailbox of the host (s…@gmail.com).',
  });
  await settle(db, at(1));
  expect(await p.money()).toEqual([0n, 2_000_000n]);
  const body = expect.stringContaining('A reviewer checks');
  expect(await notesOf(p.clipperId)).toMatchObject([{ kind: 'fraud_hold.opened', body }]);
  expect(await notesOf(p.hostId)).toMatchObject([{ kind: 'fraud_hold.opened_for_host', body }]);
  const { userId: adminId } = await testPerson(db, 'admin');
  await transact(db, (tx) =>
    releaseFraudHold(tx, { fraudHoldId: hold!.id, adminId, note: 'Siblings.', now: at(2) }),
  );
  await settle(db, at(2));
  expect(await p.money()).toEqual([2_000_000n, 0n]);
  // An admin released this match, so it holds no later clip.
  const next = await testClip(db, { listingId: p.id, clipperId: p.clipperId, approvedAt: at(3), views: 500 });
  await check(p.clipperId, at(3));
  expect(await holdsOf(next)).toEqual([]);
  expect(await reconcile(db)).toMatchObject({ ok: true });
});

test('upholding stops payment and counting of the clip, and holds the next clip of the same two people', async () => {
  const p = await pair();
  await setEmail(p.hostId, `h${p.hostId}@mail.example`);
  await payAt(p.clipperId, `H${p.hostId}+x@mail.example`);
  await check(p.clipperId);
  const [hold] = await holdsOf(p.clip);
  const { userId: adminId } = await testPerson(db, 'admin');
  await transact(db, (tx) =>
    upholdFraudHold(tx, { fraudHoldId: hold!.id, adminId, note: 'One person.', now: at(2) }),
  );
  await settle(db, at(2));
  expect(await p.money()).toEqual([0n, 0n]);
  const tracked = await db
    .selectFrom('clip_tracking')
    .select(['state', 'next_poll_at'])
    .where('submission_id', '=', p.clip)
    .executeTakeFirst();
  expect(tracked).toEqual({ state: 'stopped', next_poll_at: null });
  const next = await testClip(db, { listingId: p.id, clipperId: p.clipperId, approvedAt: at(3), views: 500 });
  await check(p.clipperId, at(3));
  expect(await holdsOf(next)).toMatchObject([{ state: 'escalated' }]);
});

test('neither time nor a clean score releases an identity hold, and an open hold about views becomes one about both', async () => {
  const p = await pair();
  await testHold(db, p.clip, at(0), { fromViews: 100, toViews: 200 });
  await setEmail(p.clipperId, `c${p.hostId}@mail.example`);
  await setEmail(p.hostId, `c${p.hostId}+host@mail.example`);
  await check(p.clipperId);
  expect(await holdsOf(p.clip)).toMatchObject([
    { state: 'escalated', to_views: null, signal: 'account_email' },
  ]);
  // Sets the state that an accepted appeal leaves behind: the hold is open.
  await db.updateTable('fraud_holds').set({ state: 'open' }).where('submission_id', '=', p.clip).execute();
  const [job] = testModules(db, systemClock, ['fraud-holds'])[0].jobs!;
  await job!.run(after(start, 30 * DAY));
  expect(await holdsOf(p.clip)).toMatchObject([{ state: 'escalated' }]);
});

test('a card that paid for an account with the clipper’s mailbox is found from either side', async () => {
  const p = await pair();
  const { accountId: otherHost } = await testPerson(db, 'host');
  await setEmail(otherHost, `o${p.hostId}@mail.example`);
  await setEmail(p.clipperId, `o${p.hostId}+clips@mail.example`);
  const fingerprint = `fp_${p.hostId}`;
  for (const hostId of [p.hostId, otherHost]) {
    const id = newId();
    const paid = {
      rail: 'stripe' as const,
      amount_micros: 10_000_000n,
      reference: 'Card',
      created_at: start,
    };
    await db
      .insertInto('deposits')
      .values({ id, host_id: hostId, state: 'failed', ...paid })
      .execute();
    await db
      .insertInto('card_payments')
      .values({ payment_intent: newId(), deposit_id: id, fingerprint, seen_at: start })
      .execute();
  }
  await transact(db, (tx) => holdSameIdentity(tx, { hostIds: [p.hostId, otherHost] }, at(1)));
  expect(await holdsOf(p.clip)).toMatchObject([{ signal: 'card' }]);
});

test('does not hold people who share nothing, nor a withdrawn clip', async () => {
  const [p, other] = [await pair(), await pair()];
  await payAt(p.clipperId, `h${other.hostId}@elsewhere.example`);
  await setEmail(other.hostId, `h${other.hostId}@elsewhere.example`);
  await check(p.clipperId);
  await count(db, p.clip, 2_000, at(1));
  await settle(db, at(1));
  expect(await holdsOf(p.clip)).toEqual([]);
  expect(await p.money()).toEqual([4_000_000n, 0n]);
});
