import { sql } from 'kysely';
import { expect } from 'vitest';
import { DAY, HOUR } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { sendBack } from '#server/modules/suspense/resolve.ts';
import { act, type Step } from './actions.ts';
import type { ClipStep } from './actions-clips.ts';
import type { DepositStep } from './actions-deposits.ts';
import type { ListingStep } from './actions-listings.ts';
import type { PayoutStep } from './actions-payouts.ts';
import { runOutside } from './round.ts';
import { type MoneyWorld, moneyWorld } from './world.ts';

const money = (step: DepositStep): Step => ({ of: 'deposits', step });
const listing = (step: ListingStep): Step => ({ of: 'listings', step });
const clip = (step: ClipStep): Step => ({ of: 'clips', step });
const payout = (step: PayoutStep): Step => ({ of: 'payouts', step });
const wait = (ms: number): Step => ({ of: 'time', ms });
const card = (who: number, cents: number): Step =>
  money({ do: 'card', who, cents, method: '4242424242424242', delivery: 'normal' });
const post = (
  who: number,
  policy: 'open' | 'capped' | 'reserved',
  rate: number,
  { min = 0, cents = 4_000, days = 7 } = {},
): Step => listing({ do: 'post', who, cents, rate, min, policy, days });
const approved = (at: number, clipper: number): Step[] => [
  clip({ do: 'submit', listing: at, clipper }),
  clip({ do: 'decide', clip: 0, how: 'approve' }),
];
const count = (first: number, ...views: number[]): Step => clip({ do: 'count', clip: first, views });

/** Six clips on four listings are counted twice. The sixth is rejected, and its clipper appeals. */
const earning: Step[] = [
  card(0, 9_000),
  money({ do: 'bank', who: 0, cents: 5_000, comes: 'other' }),
  money({ do: 'test-card', who: 1, cents: 20_000 }),
  post(0, 'open', 1_000),
  post(1, 'reserved', 1_000),
  post(1, 'capped', 500, { min: 1_000 }),
  post(1, 'open', 333),
  listing({ do: 'top-up', listing: 3, cents: 1_500 }),
  ...approved(0, 2),
  ...approved(1, 1),
  ...approved(2, 0),
  ...approved(3, 1),
  ...approved(3, 2),
  clip({ do: 'submit', listing: 3, clipper: 1 }),
  clip({ do: 'decide', clip: 0, how: 'reject' }),
  clip({ do: 'appeal', clip: 0 }),
  count(0, 1_500, 900, 1_200, 9_000, 4_000, 2_000),
  wait(25 * HOUR),
  count(0, 3_000, 950, 5_000, 12_000, 4_500, 2_500),
];

/** Views fall, are held, cleared and upheld. Payouts reach each final state. */
const questioned: Step[] = [
  clip({ do: 'hold', clip: 3, range: [9_500, 11_000] }),
  wait(HOUR),
  count(0, 2_400, 940),
  clip({ do: 'hold', clip: 4, range: [4_100, 4_300] }),
  wait(HOUR),
  clip({ do: 'decide-hold', clip: 1, how: 'release' }),
  wait(HOUR),
  clip({ do: 'decide-hold', clip: 0, how: 'uphold' }),
  wait(25 * HOUR),
  payout({ do: 'withdraw', clipper: 1, cents: 700 }),
  payout({ do: 'by-hand', clipper: 0, how: 'paid' }),
  payout({ do: 'withdraw', clipper: 1, cents: 600 }),
  payout({ do: 'cancel', clipper: 0 }),
  payout({ do: 'withdraw', clipper: 2, cents: 600 }),
  payout({ do: 'by-hand', clipper: 0, how: 'failed' }),
  payout({ do: 'withdraw', clipper: 1, cents: 800 }),
  wait(HOUR),
  wait(HOUR),
  payout({ do: 'at-paypal', clipper: 0, state: 'RETURNED' }),
  payout({ do: 'withdraw', clipper: 2, cents: 1_000 }),
  wait(HOUR),
  wait(HOUR),
];

/**
 * Refunds and disputes reach each final state, payouts for fraudulent views are taken back, and accounts and
 * listings close.
 */
const returned: Step[] = [
  card(0, 2_000),
  card(1, 2_500),
  money({ do: 'bank', who: 1, cents: 2_000, comes: 'right' }),
  money({ do: 'refund', deposit: 5 }),
  money({ do: 'refund-decision', how: 'failed' }),
  money({ do: 'refund', deposit: 5 }),
  money({ do: 'refund-decision', how: 'paid' }),
  post(0, 'open', 1_000, { cents: 11_500 }),
  money({ do: 'refund-at-stripe', deposit: 1, cents: 1_500 }),
  money({ do: 'dispute', deposit: 2 }),
  wait(HOUR),
  money({ do: 'close-dispute', deposit: 0, outcome: 'won' }),
  money({ do: 'dispute', deposit: 3 }),
  wait(HOUR),
  money({ do: 'close-dispute', deposit: 0, outcome: 'lost' }),
  payout({ do: 'withdraw', clipper: 1, cents: null }),
  payout({ do: 'withdraw', clipper: 2, cents: null }),
  wait(HOUR),
  wait(HOUR),
  clip({ do: 'fraud', clip: 4, to: 3_000 }),
  clip({ do: 'fraud', clip: 3, to: 8_000 }),
  count(0, 1_500, 980, 7_000, 14_000),
  wait(25 * HOUR),
  listing({ do: 'end', listing: 2 }),
  listing({ do: 'remove', listing: 4, fraud: true }),
  wait(33 * DAY),
  wait(DAY),
  wait(HOUR),
  wait(HOUR),
  payout({ do: 'close', who: 0 }),
];

const atLast: Step[] = [
  wait(HOUR),
  wait(HOUR),
  payout({ do: 'write-off', clipper: 0 }),
  money({ do: 'lift', deposit: 0 }),
  post(1, 'open', 500, { days: 30 }),
  ...approved(3, 1),
  ...approved(3, 2),
  count(6, 1_000, 1_500),
  wait(25 * HOUR),
  count(6, 2_000, 1_700),
  wait(HOUR),
  count(6, 1_900, 1_800),
  clip({ do: 'hold', clip: 1, range: [1_600, 1_700] }),
  wait(HOUR),
  payout({ do: 'withdraw', clipper: 2, cents: 600 }),
  // Both clippers try, because the order of ids decides which of the two has earned enough.
  payout({ do: 'withdraw', clipper: 1, cents: null }),
];

async function runAll(w: MoneyWorld): Promise<void> {
  await runOutside(w);
  await w.run(w.jobs.decisions);
  await w.earn();
  await w.run([...w.jobs.listings, ...w.jobs.payouts]);
}

async function takeAll(w: MoneyWorld, steps: Step[]): Promise<void> {
  for (const step of steps) {
    await act(w, step);
    await runAll(w);
  }
}

/** A payout is returned to a closed account, and an unannounced transfer is returned to its bank. */
async function returnToLeaver(w: MoneyWorld): Promise<void> {
  const { id } = await w.db
    .selectFrom('payouts')
    .select('id')
    .where('clipper_id', 'in', [...w.gone])
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
  const w = await moneyWorld();
  await takeAll(w, [...earning, ...questioned, ...returned]);
  await returnToLeaver(w);
  await takeAll(w, atLast);
  expect(w.clipIds.length).toBe(8);
  // The money world only sets the counted views, so the platform's snapshots are written afterwards.
  await sql`
    insert into view_snapshots (submission_id, fetched_at, views, source, counting_rule)
    select submission_id, counted_at, counted_views, 'the model', 'the model' from accruals
    union select submission_id, last_fetched_at, views, 'the model', 'the model' from clip_tracking where last_fetched_at is not null
    on conflict do nothing`.execute(w.owner);
  return w;
}

export type RichBook = MoneyWorld;
