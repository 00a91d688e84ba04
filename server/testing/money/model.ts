import type { ModelClip, ModelListing } from '#server/testing/settlement-model.ts';

/** Money that a clip was paid at one moment. A clip's list has the newest last. */
export interface Step {
  views: bigint;
  at: Date;
  released: boolean;
}

export interface Clip extends ModelClip {
  id: string;
  clipperId: string;
  since: Date;
  trackingUntil: Date | null;
  steps: Step[];
}

export interface Listing extends ModelListing {
  id: string;
  hostId: string;
  minViews: bigint;
  /** Maximum per clip, in micro-dollars; null without one. */
  maximum: bigint | null;
  reserves: boolean;
  /** Whether the remainder is frozen, after a removal for payment fraud. */
  remainderFrozen: boolean;
  clips: Clip[];
}

export interface Parts {
  host: bigint;
  loss: bigint;
  /** Whether the bank decided for its customer and the host's money covered the loss. */
  isFinal: boolean;
  /** The number of times that money moved for this dispute, according to the facts. */
  moves: number;
}

export interface Deposit {
  id: string;
  hostId: string;
  rail: string;
  amount: bigint;
  confirmedAt: Date | null;
  /** When a bank questioned the deposit while it was seasoning; null if no earnings wait for that. */
  questionedAt: Date | null;
  state: string;
  /** For each refund or dispute, the sources that its money was taken from; null once it was returned. */
  taken: Map<string, Parts | null>;
  refunded: bigint;
  fee: bigint;
  /** The fees of the deposit's disputes, less fees that were returned. */
  disputeFee: bigint;
  /** The card, which is known some moments after the payment. */
  card: string | null;
}

export interface Payout {
  clipperId: string;
  amount: bigint;
  state: string;
}

export interface Clipper {
  available: bigint;
  /** The person's debt, as a negative amount. */
  owed: bigint;
  /** When the person's payment address can be used; null without one. */
  usableAt: Date | null;
  /** Whether a payment to the present address was returned. The weekly run then sends nothing. */
  stopped: boolean;
}

/**
 * Everybody's money in plain numbers, updated step by step. It implements the rules of product.md and none of
 * the product's mechanisms: no transfers, keys, locks or statements.
 */
export interface Model {
  hosts: Map<string, bigint>;
  deposits: Map<string, Deposit>;
  listings: Map<string, Listing>;
  clippers: Map<string, Clipper>;
  payouts: Map<string, Payout>;
  /** The clipper and amount of each payout that the next facts must contain. */
  started: [string, bigint][];
  clearing: Map<string, bigint>;
  loss: bigint;
  fees: bigint;
  rounding: bigint;
  /** The closed accounts, which hold nothing. Money for them goes to suspense, by person. */
  gone: Set<string>;
  suspense: Map<string, bigint>;
  /** The last Monday at 09:00 whose weekly run was done. */
  weekPaid: number;
}

export const emptyModel = (): Model => ({
  hosts: new Map(),
  deposits: new Map(),
  listings: new Map(),
  clippers: new Map(),
  payouts: new Map(),
  started: [],
  clearing: new Map(),
  loss: 0n,
  fees: 0n,
  rounding: 0n,
  gone: new Set(),
  suspense: new Map(),
  weekPaid: 0,
});

export const NOBODY = '00000000-0000-0000-0000-000000000000';

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const cut = (amount: bigint): bigint => (amount > 0n ? amount - (amount % 10_000n) : 0n);

export function add<K>(to: Map<K, bigint>, key: K, amount: bigint): void {
  to.set(key, (to.get(key) ?? 0n) + amount);
}

/** Books money for a closed account: whole cents go to suspense, fractions of a cent to the platform. */
function sweep(model: Model, person: string, amount: bigint): void {
  add(model.suspense, person, cut(amount));
  model.rounding += amount - cut(amount);
}

/** Adds money to a host's balance, or to suspense if the account is closed. */
export function creditHost(model: Model, hostId: string, amount: bigint): void {
  if (model.gone.has(hostId)) sweep(model, hostId, amount);
  else add(model.hosts, hostId, amount);
}

/**
 * Takes up to an amount from a host's balance, or from suspense if the account is closed; returns the sum
 * taken.
 */
export function debitHost(model: Model, hostId: string, amount: bigint): bigint {
  if (model.gone.has(hostId)) return reclaimSuspense(model, hostId, amount);
  const taken = least(model.hosts.get(hostId) ?? 0n, amount);
  add(model.hosts, hostId, -taken);
  return taken;
}

/** Takes up to an amount from a closed account's suspense; the remainder is put there again. */
export function reclaimSuspense(model: Model, person: string, amount: bigint): bigint {
  const all = model.suspense.get(person) ?? 0n;
  const taken = least(all, amount);
  model.suspense.set(person, 0n);
  sweep(model, person, all - taken);
  return taken;
}

/**
 * Books returned money of a clipper. The debt is paid first. The remainder becomes available, or goes to
 * suspense if the account is closed.
 */
export function creditClipper(model: Model, clipperId: string, amount: bigint): void {
  const clipper = model.clippers.get(clipperId)!;
  const paidOff = least(amount, -clipper.owed);
  clipper.owed += paidOff;
  if (model.gone.has(clipperId)) sweep(model, clipperId, amount - paidOff);
  else clipper.available += amount - paidOff;
}

/** Returns every balance that is not zero, by "kind owner". */
export function balancesOf(model: Model): Record<string, string> {
  const all = new Map<string, bigint>();
  for (const [id, amount] of model.hosts) add(all, `host ${id}`, amount);
  for (const listing of model.listings.values()) {
    add(all, `listing ${listing.id}`, listing.free);
    for (const clip of listing.clips) {
      add(all, `clip_reserved ${clip.id}`, clip.reserved);
      const held = clip.steps.filter((step) => !step.released);
      add(all, `clipper_pending ${clip.clipperId}`, viewsOf(held) * listing.rate);
    }
  }
  for (const [id, { available, owed }] of model.clippers) {
    add(all, `clipper_available ${id}`, available);
    add(all, `clipper_owed ${id}`, owed);
  }
  for (const [id, { amount, state }] of model.payouts) {
    if (state === 'requested' || state === 'processing') add(all, `payout ${id}`, amount);
  }
  for (const [rail, amount] of model.clearing) add(all, `clearing_${rail} ${NOBODY}`, amount);
  add(all, `platform_loss ${NOBODY}`, -model.loss);
  add(all, `platform_processor_fees ${NOBODY}`, -model.fees);
  add(all, `platform_rounding ${NOBODY}`, model.rounding);
  for (const amount of model.suspense.values()) add(all, `platform_suspense ${NOBODY}`, amount);
  const kept = [...all].filter(([, amount]) => amount !== 0n).map(([key, amount]) => [key, String(amount)]);
  return Object.fromEntries(kept.toSorted(([a], [b]) => (a! < b! ? -1 : 1)));
}

export const viewsOf = (steps: Step[]): bigint => steps.reduce((sum, { views }) => sum + views, 0n);
