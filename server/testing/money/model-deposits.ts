import { expect } from 'vitest';
import type { Facts } from './facts.ts';
import { add, creditHost, cut, type Deposit, debitHost, least, type Model } from './model.ts';

/** Adds an announced deposit of this amount. A bank statement may state another amount. */
export function expectDeposit(
  model: Model,
  deposit: { id: string; hostId: string; rail: string; amount: bigint },
): void {
  model.deposits.set(deposit.id, {
    ...deposit,
    confirmedAt: null,
    questionedAt: null,
    state: 'created',
    taken: new Map(),
    refunded: 0n,
    fee: 0n,
    disputeFee: 0n,
    card: null,
  });
}

/** Updates deposits, refunds, disputes and fees from the decisions of banks and processors. */
export function takeDeposits(model: Model, facts: Facts): void {
  expect(facts.deposits.map(({ id }) => id).toSorted()).toEqual([...model.deposits.keys()].toSorted());
  for (const fact of facts.deposits) {
    const deposit = model.deposits.get(fact.id)!;
    const isIn = fact.state !== 'created' && fact.state !== 'failed';
    expect(fact.amount, `amount of deposit ${fact.id}`).toBe(deposit.amount);
    if (isIn && !deposit.confirmedAt) {
      deposit.confirmedAt = fact.confirmed_at;
      creditHost(model, deposit.hostId, deposit.amount);
      add(model.clearing, deposit.rail, -deposit.amount);
    } else if (!isIn) expect(deposit.confirmedAt, `${fact.id} was taken back`).toBeNull();
    deposit.state = fact.state;
    deposit.questionedAt = fact.questioned_at;
  }
  for (const { id, deposit_id, amount, state } of facts.refunds) {
    const moved = state === 'refunding' || state === 'refunded';
    takeOrGiveBack(model, model.deposits.get(deposit_id)!, { id, amount, moved });
  }
  for (const fact of facts.disputes) {
    const deposit = model.deposits.get(fact.deposit_id)!;
    if (!deposit.confirmedAt) continue;
    takeOrGiveBack(model, deposit, { ...fact, moved: fact.taken });
    if (fact.lost) coverLoss(model, deposit, fact);
  }
  for (const { deposit_id, fee, card } of facts.fees) {
    const deposit = model.deposits.get(deposit_id)!;
    deposit.card = card;
    model.fees += fee - deposit.fee;
    add(model.clearing, 'stripe', fee - deposit.fee);
    deposit.fee = fee;
  }
  for (const { deposit_id, fee } of facts.disputeFees) {
    const deposit = model.deposits.get(deposit_id)!;
    if (!deposit.confirmedAt) continue;
    model.fees += fee - deposit.disputeFee;
    add(model.clearing, 'stripe', fee - deposit.disputeFee);
    deposit.disputeFee = fee;
  }
  for (const deposit of model.deposits.values()) {
    deposit.refunded = facts.refunds
      .filter((one) => one.deposit_id === deposit.id && ['refunding', 'refunded'].includes(one.state))
      .reduce((sum, { amount }) => sum + amount, 0n);
  }
}

/**
 * Takes an amount from the host's balance as far as possible, and books the remainder as a loss. When a
 * dispute is won, each part is returned to its source.
 */
function takeOrGiveBack(
  model: Model,
  { hostId, rail, taken }: Deposit,
  { id, amount, moved }: { id: string; amount: bigint; moved: boolean },
): void {
  const before = taken.get(id) ?? null;
  if ((before !== null) === moved) return;
  const parts = before ?? { ...takeFrom(model, hostId, amount), isFinal: false, moves: 1 };
  const sign = moved ? -1n : 1n;
  if (!moved) creditHost(model, hostId, parts.host);
  model.loss -= sign * parts.loss;
  add(model.clearing, rail, -sign * (parts.host + parts.loss));
  taken.set(id, moved ? parts : null);
}

function takeFrom(model: Model, hostId: string, amount: bigint) {
  const host = debitHost(model, hostId, amount);
  return { host, loss: amount - host };
}

/**
 * Covers a lost dispute from the host's money: first from the balance, then from the budgets and reserves of
 * all listings, in proportion. A later message that finds more money repeats this.
 */
function coverLoss(model: Model, { hostId, taken }: Deposit, fact: Facts['disputes'][number]): void {
  const parts = taken.get(fact.id);
  if (!parts || parts.loss === 0n || (parts.isFinal && parts.moves === fact.moves)) return;
  const listings = [...model.listings.values()]
    .filter((one) => one.hostId === hostId)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const listing of listings) {
    for (const clip of listing.clips) {
      listing.free += clip.reserved;
      clip.reserved = 0n;
    }
  }
  const fromHost = debitHost(model, hostId, parts.loss);
  const all = listings.reduce((sum, { free }) => sum + free, 0n);
  const wanted = least(parts.loss - fromHost, all);
  let upTo = 0n;
  for (const listing of listings) {
    const before = all === 0n ? 0n : (wanted * upTo) / all;
    upTo += listing.free;
    listing.free -= all === 0n ? 0n : (wanted * upTo) / all - before;
  }
  model.loss -= fromHost + wanted;
  taken.set(fact.id, {
    host: parts.host + fromHost + wanted,
    loss: parts.loss - fromHost - wanted,
    isFinal: true,
    moves: fact.moves,
  });
}

/**
 * Returns the unspent part of a deposit in whole cents. Older money is spent first, so the balance is
 * assigned to the newest deposits.
 */
export function unspentOf(model: Model, depositId: string): bigint {
  const { hostId } = model.deposits.get(depositId)!;
  let left = model.hosts.get(hostId) ?? 0n;
  const fundingLots = [...model.deposits.values()]
    .filter((one) => one.hostId === hostId && one.state === 'confirmed')
    .toSorted((a, b) => Number(b.confirmedAt) - Number(a.confirmedAt) || (a.id < b.id ? 1 : -1));
  for (const lot of fundingLots) {
    const unspent = least(left, lot.amount - lot.refunded);
    if (lot.id === depositId) return cut(unspent);
    left -= unspent;
  }
  return 0n;
}
