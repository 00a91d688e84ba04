import { sql } from 'kysely';
import { expect } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { DAY, HOUR } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { sendBack } from '#server/modules/suspense/resolve.ts';
import { type Act, clip, listing, money, payout } from './rich-acts.ts';
import { type RichWorld, richWorld } from './rich-world.ts';

const wait =
  (ms: number): Act =>
  (w) =>
    w.clock.advance(ms);
const approved = (at: number, clipper: number): Act[] => [clip.submit(at, clipper), clip.decide('approve')];

/** Six clips on four listings are counted twice. The sixth is rejected, and its clipper appeals. */
const earning: Act[] = [
  money.card(0, 9_000),
  money.bank(0, 5_000, 123),
  money.testCard(1, 20_000),
  listing.post(0, 'open', 1_000),
  listing.post(1, 'reserved', 1_000),
  listing.post(1, 'capped', 500, { min: 1_000 }),
  listing.post(1, 'open', 333),
  listing.topUp(3, 1_500),
  ...approved(0, 2),
  ...approved(1, 1),
  ...approved(2, 0),
  ...approved(3, 1),
  ...approved(3, 2),
  clip.submit(3, 1),
  clip.decide('reject'),
  clip.appeal(),
  clip.count(0, 1_500, 900, 1_200, 9_000, 4_000, 2_000),
  wait(25 * HOUR),
  clip.count(0, 3_000, 950, 5_000, 12_000, 4_500, 2_500),
];

/** Views fall, are held, cleared and upheld. Payouts reach each final state. */
const questioned: Act[] = [
  clip.hold(3, 9_500, 11_000),
  wait(HOUR),
  clip.count(0, 2_400, 940),
  clip.hold(4, 4_100, 4_300),
  wait(HOUR),
  clip.decideHold(1, 'release'),
  wait(HOUR),
  clip.decideHold(0, 'uphold'),
  wait(25 * HOUR),
  payout.withdraw(1, 700),
  payout.byHand(0, 'paid'),
  payout.withdraw(1, 600),
  payout.cancel(0),
  payout.withdraw(2, 600),
  payout.byHand(0, 'failed'),
  payout.withdraw(1, 800),
  wait(HOUR),
  wait(HOUR),
  payout.returnAtPaypal(0),
  payout.withdraw(2, 1_000),
  wait(HOUR),
  wait(HOUR),
];

/**
 * Refunds and disputes reach each final state, payouts for fraudulent views are taken back, and accounts and
 * listings close.
 */
const returned: Act[] = [
  money.card(0, 2_000),
  money.card(1, 2_500),
  money.bank(1, 2_000, 0),
  money.refund(5),
  money.endRefund('failed'),
  money.refund(5),
  money.endRefund('paid'),
  listing.post(0, 'open', 1_000, { cents: 11_500 }),
  money.refundAtStripe(1, 1_500),
  money.dispute(2),
  wait(HOUR),
  money.closeDispute(0, 'won'),
  money.dispute(3),
  wait(HOUR),
  money.closeDispute(0, 'lost'),
  payout.withdraw(1, null),
  payout.withdraw(2, null),
  wait(HOUR),
  wait(HOUR),
  clip.upholdFraud(4, 3_000),
  clip.upholdFraud(3, 8_000),
  clip.count(0, 1_500, 980, 7_000, 14_000),
  wait(25 * HOUR),
  listing.end(2),
  listing.removeForFraud(4),
  wait(33 * DAY),
  wait(DAY),
  wait(HOUR),
  wait(HOUR),
  payout.closeAccount(0),
];

const atLast: Act[] = [
  wait(HOUR),
  wait(HOUR),
  payout.writeOff(0),
  money.lift(0),
  listing.post(1, 'open', 500, { days: 30 }),
  ...approved(3, 1),
  ...approved(3, 2),
  clip.count(6, 1_000, 1_500),
  wait(25 * HOUR),
  clip.count(6, 2_000, 1_700),
  wait(HOUR),
  clip.count(6, 1_900, 1_800),
  clip.hold(1, 1_600, 1_700),
  wait(HOUR),
  payout.withdraw(2, 600),
  // Both clippers try, because the order of ids decides which of the two has earned enough.
  payout.withdraw(1, null),
];

async function takeAll(w: RichWorld, acts: Act[]): Promise<void> {
  for (const act of acts) {
    await act(w);
    await w.runAll();
  }
}

/** A payout is returned to a closed account, and an unannounced transfer is returned to its bank. */
async function returnToLeaver(w: RichWorld): Promise<void> {
  const { id } = await w.db
    .selectFrom('payouts')
    .select('id')
    .where('clipper_id', 'in', [...w.gone] as AccountId[])
    .where('state', '=', 'paid')
    .where('rail', '=', 'paypal')
    .executeTakeFirstOrThrow();
  await w.simulator.control.steerPaypal({ item: { senderItemId: id, state: 'RETURNED' } });
  const item = w.db.selectFrom('suspense_items').select('id').where('owner_id', 'is', null);
  const { id: itemId } = await item.executeTakeFirstOrThrow();
  const act = { itemId, adminId: w.admin.userId, reason: 'Nobody announced it.', now: w.clock.now() };
  const sent = { rail: 'bank', reference: 'Return 1' } as const;
  expect(await transact(w.db, (tx) => sendBack(tx, act, sent))).toBeNull();
}

/** Creates a ledger with nearly every kind of money row, and the snapshots of the paid steps. */
export async function richBook(): Promise<RichBook> {
  const w = await richWorld();
  await takeAll(w, [...earning, ...questioned, ...returned]);
  await returnToLeaver(w);
  await takeAll(w, atLast);
  expect(w.clipIds.length).toBe(8);
  // The test only sets the counted views, so the platform's snapshots are written afterwards.
  await sql`
    insert into view_snapshots (submission_id, fetched_at, views, source, counting_rule)
    select submission_id, counted_at, counted_views, 'the model', 'the model' from accruals
    union select submission_id, last_fetched_at, views, 'the model', 'the model' from clip_tracking where last_fetched_at is not null
    on conflict do nothing`.execute(w.owner);
  return w;
}

export type RichBook = RichWorld;
