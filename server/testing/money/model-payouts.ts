import { expect } from 'vitest';
import { DAY } from '#server/infra/clock.ts';
import type { Facts } from './facts.ts';
import { add, creditClipper, cut, least, type Model } from './model.ts';

const WITHDRAWAL_MIN = 5_000_000n;
const WEEKLY_MIN = 10_000_000n;
const WEEK = 7 * DAY;
const MONDAY_9 = Date.UTC(2026, 0, 5, 9);

const CARD_CAP = 1_000_000_000n;

/**
 * Returns the parts of a host's card deposits of the last 14 days that payouts may not include yet, newest
 * first.
 */
function waitingOf(model: Model, hostId: string, now: Date): { at: Date; end: Date | null; left: bigint }[] {
  const since = now.getTime() - 14 * DAY;
  const paid = [...model.deposits.values()]
    .filter((one) => one.hostId === hostId && one.rail === 'stripe' && one.confirmedAt)
    .toSorted((a, b) => Number(a.confirmedAt) - Number(b.confirmedAt) || (a.id < b.id ? -1 : 1));
  const spent = new Map<string, bigint>();
  const waiting = [];
  for (const { id, card, amount, confirmedAt, questionedAt } of paid.filter(
    (one) => one.questionedAt || Number(one.confirmedAt) > since,
  )) {
    const knownSince = questionedAt ? questionedAt.getTime() - 14 * DAY : since;
    const name = card ?? id;
    const isKnown = paid.some(
      (one) => one.card === name && one.state === 'confirmed' && Number(one.confirmedAt) <= knownSince,
    );
    const before = spent.get(name) ?? 0n;
    spent.set(name, before + amount);
    const good = isKnown && before < CARD_CAP ? least(CARD_CAP - before, amount) : 0n;
    waiting.push({ at: confirmedAt!, end: questionedAt, left: amount - good });
  }
  return waiting.toReversed();
}

/**
 * Returns this clipper's released money that came from such deposits. Each step is assigned to the newest of
 * them that existed before the step.
 */
function unseasoned(model: Model, clipperId: string, now: Date): bigint {
  let sum = 0n;
  for (const hostId of model.hosts.keys()) {
    const deposits = waitingOf(model, hostId, now);
    for (const step of releasedSteps(model, hostId, clipperId)) {
      let open = step.amount;
      for (const deposit of deposits.filter(({ at, end }) => at <= step.at && (!end || step.at < end))) {
        const part = least(open, deposit.left);
        deposit.left -= part;
        open -= part;
        sum += part;
      }
    }
  }
  return sum;
}

const releasedSteps = (model: Model, hostId: string, clipperId: string): { at: Date; amount: bigint }[] =>
  [...model.listings.values()]
    .filter((one) => one.hostId === hostId)
    .flatMap(({ clips, rate }) =>
      clips
        .filter((one) => one.clipperId === clipperId)
        .flatMap((clip) => clip.steps.filter(({ released }) => released))
        .map(({ at, views }) => ({ at, amount: views * rate })),
    )
    .toSorted((a, b) => Number(b.at) - Number(a.at));

/**
 * Returns the amount that leaves for a request, or without an amount for everything. If nothing can leave,
 * returns the reason.
 */
export function withdrawable(model: Model, clipperId: string, now: Date, asked?: bigint): bigint | string {
  const { available, owed, usableAt } = model.clippers.get(clipperId)!;
  const waiting = unseasoned(model, clipperId, now);
  const amount = owed < 0n ? 0n : cut(available - waiting);
  const waits = owed < 0n || waiting > 0n;
  if (waits && amount < WITHDRAWAL_MIN && available >= WITHDRAWAL_MIN) return 'withdrawal_waits';
  if (amount < WITHDRAWAL_MIN || (asked ?? amount) < WITHDRAWAL_MIN) return 'withdrawal_minimum';
  if (asked !== undefined && asked > amount) return 'withdrawal_amount';
  if (!usableAt) return 'payout_email_missing';
  return usableAt > now ? 'payout_email_waiting' : (asked ?? amount);
}

export function start(model: Model, clipperId: string, amount: bigint): void {
  model.clippers.get(clipperId)!.available -= amount;
  model.started.push([clipperId, amount]);
}

/** Once per Monday 09:00, pays everyone who has $10.00 or more. */
export function payWeekly(model: Model, now: Date): void {
  const week = now.getTime() - ((now.getTime() - MONDAY_9) % WEEK);
  if (week === model.weekPaid) return;
  model.weekPaid = week;
  for (const clipperId of model.clippers.keys()) {
    const amount = withdrawable(model, clipperId, now);
    const leaves = model.clippers.get(clipperId)!.available - unseasoned(model, clipperId, now);
    if (model.clippers.get(clipperId)!.stopped) continue;
    if (typeof amount === 'bigint' && leaves >= WEEKLY_MIN) start(model, clipperId, amount);
  }
}

const FORWARD: Record<string, string[]> = {
  requested: ['processing', 'canceled'],
  processing: ['paid', 'failed', 'canceled'],
  paid: ['returned'],
};

/** Returns the states after `from` up to `to`; null when no path leads there. */
function pathTo(from: string, to: string): string[] | null {
  if (from === to) return [];
  for (const next of FORWARD[from] ?? []) {
    const rest = pathTo(next, to);
    if (rest) return [next, ...rest];
  }
  return null;
}

/**
 * Updates payouts from their outside results. Fails if a payout appears that was not started, or changes to
 * an unreachable state.
 */
export function takePayouts(model: Model, facts: Facts): void {
  for (const { user_id, email, usable_at, set_at } of facts.addresses) {
    const clipper = model.clippers.get(user_id)!;
    clipper.usableAt = usable_at;
    clipper.stopped = facts.payouts.some(
      (one) =>
        one.clipper_id === user_id && one.destination === email && one.back_at && one.back_at >= set_at,
    );
  }
  for (const fact of facts.payouts) {
    let payout = model.payouts.get(fact.id);
    if (!payout) {
      const at = model.started.findIndex(
        ([clipperId, amount]) => clipperId === fact.clipper_id && amount === fact.amount,
      );
      expect(at, `payout ${fact.id} was started`).not.toBe(-1);
      model.started.splice(at, 1);
      payout = { clipperId: fact.clipper_id, amount: fact.amount, state: 'requested' };
      model.payouts.set(fact.id, payout);
    }
    const path = pathTo(payout.state, fact.state);
    expect(path, `${payout.state} → ${fact.state}`).not.toBeNull();
    for (const state of path!) book(model, payout, state, fact.rail);
  }
  expect(model.started).toEqual([]);
}

function book(
  model: Model,
  payout: { clipperId: string; amount: bigint; state: string },
  state: string,
  rail: string,
) {
  const { clipperId, amount } = payout;
  payout.state = state;
  if (state === 'failed' || state === 'canceled') creditClipper(model, clipperId, amount);
  if (state === 'paid') add(model.clearing, rail, amount);
  if (state === 'paid' && rail === 'paypal') bookFee(model, amount);
  if (state !== 'returned') return;
  creditClipper(model, clipperId, amount);
  add(model.clearing, rail, -amount);
}

/** Books the simulated PayPal's fee: 2% in whole cents, at most $20.00. */
function bookFee(model: Model, amount: bigint): void {
  const cents = Math.min(Math.round((Number(amount) / 1_000_000) * 2), 2_000);
  model.fees += BigInt(cents) * 10_000n;
  add(model.clearing, 'paypal', BigInt(cents) * 10_000n);
}
