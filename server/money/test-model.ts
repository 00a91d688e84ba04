import type { ModelClip, ModelListing } from '#server/modules/earnings/test-model.ts';

/** Money of a clip that was paid at one moment; newest last. */
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
  /** Per clip, in micro-dollars; null without one. */
  maximum: bigint | null;
  reserves: boolean;
  /** What is left after a removal for payment fraud stays where it is. */
  restFrozen: boolean;
  clips: Clip[];
}

export interface Parts {
  host: bigint;
  loss: bigint;
  /** The bank decided for its customer: what the host has left covered the loss. */
  isFinal: boolean;
  /** How often money moved for it, as the facts tell. */
  moves: number;
}

export interface Deposit {
  id: string;
  hostId: string;
  rail: string;
  amount: bigint;
  confirmedAt: Date | null;
  state: string;
  /** Refund or dispute → what it took from where; null: it was given back. */
  taken: Map<string, Parts | null>;
  refunded: bigint;
  fee: bigint;
}

export interface Payout {
  clipperId: string;
  amount: bigint;
  state: string;
}

export interface Clipper {
  available: bigint;
  /** A debt, under zero. */
  owed: bigint;
  /** When its payment address can be used; null without one. */
  usableAt: Date | null;
}

/**
 * The money of everybody in plain numbers, told step by step what happened. It knows the rules as product.md states
 * them and none of the product's ways to keep them: no transfers, keys, locks or statements.
 */
export interface Model {
  hosts: Map<string, bigint>;
  deposits: Map<string, Deposit>;
  listings: Map<string, Listing>;
  clippers: Map<string, Clipper>;
  payouts: Map<string, Payout>;
  /** Clipper and amount of payouts that must be found in the next facts. */
  started: [string, bigint][];
  clearing: Map<string, bigint>;
  loss: bigint;
  fees: bigint;
  dust: bigint;
  /** The Monday 09:00 that was paid last. */
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
  dust: 0n,
  weekPaid: 0,
});

export const NOBODY = '00000000-0000-0000-0000-000000000000';

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const cut = (amount: bigint): bigint => (amount > 0n ? amount - (amount % 10_000n) : 0n);

export function add<K>(to: Map<K, bigint>, key: K, amount: bigint): void {
  to.set(key, (to.get(key) ?? 0n) + amount);
}

/** Every balance that is not zero, by "kind owner". */
export function balancesOf(model: Model): Record<string, string> {
  const all = new Map<string, bigint>();
  for (const [id, amount] of model.hosts) add(all, `host ${id}`, amount);
  for (const listing of model.listings.values()) {
    add(all, `listing ${listing.id}`, listing.free);
    for (const clip of listing.clips) {
      add(all, `clip_reserved ${clip.id}`, clip.reserved);
      const held = clip.steps.filter((step) => !step.released);
      add(all, `clipper_held ${clip.clipperId}`, viewsOf(held) * listing.rate);
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
  add(all, `platform_dust ${NOBODY}`, model.dust);
  const kept = [...all].filter(([, amount]) => amount !== 0n).map(([key, amount]) => [key, String(amount)]);
  return Object.fromEntries(kept.toSorted(([a], [b]) => (a! < b! ? -1 : 1)));
}

export const viewsOf = (steps: Step[]): bigint => steps.reduce((sum, { views }) => sum + views, 0n);
