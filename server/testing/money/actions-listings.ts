import { expect } from 'vitest';
import { listingBody } from '#server/testing/listings.ts';
import { chosen } from './chosen.ts';
import { type Done, nothing, pick } from './done.ts';
import { add } from './model.ts';
import { returnRemainder, settleListing } from './model-earnings.ts';
import type { MoneyWorld } from './world.ts';

export type ListingStep =
  | {
      do: 'post';
      who: number;
      cents: number;
      rate: number;
      min: number;
      policy: 'open' | 'capped' | 'reserved';
      days: number;
    }
  | { do: 'top-up'; listing: number; cents: number }
  | { do: 'end'; listing: number }
  | { do: 'remove'; listing: number; fraud: boolean }
  | { do: 'unfreeze'; listing: number };

const MAXIMUM_CENTS = 1_000;

export async function takeListingStep(w: MoneyWorld, step: ListingStep): Promise<Done> {
  if (step.do === 'post') return await post(w, step);
  const listingId = await listingFor(w, step);
  if (!listingId) return nothing;
  const as = await hostOf(w, listingId);
  if (w.gone.has(as.userId)) return nothing;
  if (step.do === 'top-up') return await topUp(w, listingId, as, BigInt(step.cents) * 10_000n);
  if (step.do === 'end') {
    await w.api.send('POST', `/api/listings/${listingId}/end`, { as });
    return nothing;
  }
  return step.do === 'remove' ? await remove(w, listingId, step.fraud) : await unfreeze(w, listingId);
}

function listingFor(w: MoneyWorld, { do: what, listing }: { do: string; listing: number }) {
  if (what === 'unfreeze') return chosen.frozenListing(w, listing);
  return what === 'remove' ? chosen.unsettledListing(w, listing) : chosen.openListing(w, listing);
}

async function hostOf(w: MoneyWorld, listingId: string) {
  const row = await w.db
    .selectFrom('listings')
    .select('host_id')
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow();
  return w.hosts.find(({ userId }) => userId === row.host_id)!;
}

async function post(w: MoneyWorld, step: Extract<ListingStep, { do: 'post' }>): Promise<Done> {
  const as = pick(w.hosts, step.who)!;
  if (w.gone.has(as.userId)) return nothing;
  const amount = BigInt(step.cents) * 10_000n;
  const maximum = step.policy === 'open' ? null : BigInt(Math.min(MAXIMUM_CENTS, step.cents)) * 10_000n;
  const reserves = step.policy === 'reserved';
  const body = {
    ...listingBody,
    rateCentsPerMille: step.rate,
    budgetMicros: amount.toString(),
    rules: {
      minViews: step.min,
      maxPayoutMicros: maximum === null ? null : maximum.toString(),
      allocation: reserves ? 'reserved' : 'first_approved',
      trackingDays: step.days,
    },
  };
  const reply = await w.api.send('POST', '/api/listings', { as, body });
  if (reply.status !== 200) return insufficientOnly(reply.body.code, as.userId, amount);
  const { id } = reply.body;
  return {
    booked: [{ kind: 'listing.posted', subjectId: id, amountMicros: amount }],
    before: (model) => {
      expect(model.hosts.get(as.userId) ?? 0n).toBeGreaterThanOrEqual(amount);
      add(model.hosts, as.userId, -amount);
      const terms = { rate: BigInt(step.rate) * 10n, minViews: BigInt(step.min), maximum, reserves };
      model.listings.set(id, {
        id,
        hostId: as.userId,
        ...terms,
        free: amount,
        isFrozen: false,
        remainderFrozen: false,
        state: 'open',
        clips: [],
      });
    },
  };
}

/** Checks the refusal "insufficient balance": the model's balance must be lower than the amount. */
const insufficientOnly = (code: string, hostId: string, amount: bigint): Done => ({
  booked: [],
  before: (model) =>
    code === 'insufficient_balance' && expect(model.hosts.get(hostId) ?? 0n).toBeLessThan(amount),
});

async function topUp(
  w: MoneyWorld,
  listingId: string,
  as: MoneyWorld['admin'],
  amount: bigint,
): Promise<Done> {
  const body = { amountMicros: amount.toString() };
  const reply = await w.api.send('POST', `/api/listings/${listingId}/top-up`, { as, body });
  if (reply.status !== 200) return insufficientOnly(reply.body.code, as.userId, amount);
  return {
    booked: [{ kind: 'listing.topped_up', subjectId: listingId, amountMicros: amount }],
    before: (model) => {
      add(model.hosts, as.userId, -amount);
      model.listings.get(listingId)!.free += amount;
    },
  };
}

/**
 * Removes a listing at once. Earnings so far are paid. The remaining budget is returned, or frozen after
 * payment fraud.
 */
async function remove(w: MoneyWorld, listingId: string, paymentFraud: boolean): Promise<Done> {
  const body = { reason: 'Not allowed', paymentFraud };
  const reply = await w.api.send('POST', `/api/admin/listings/${listingId}/remove`, { as: w.admin, body });
  return reply.status === 200 ? givenBack(w, listingId, BigInt(reply.body.returnedMicros)) : nothing;
}

async function unfreeze(w: MoneyWorld, listingId: string): Promise<Done> {
  const body = { reason: 'Looked at it' };
  const reply = await w.api.send('POST', `/api/admin/listings/${listingId}/unfreeze`, { as: w.admin, body });
  return reply.status === 200 ? givenBack(w, listingId, BigInt(reply.body.returnedMicros)) : nothing;
}

function givenBack(w: MoneyWorld, listingId: string, returned: bigint): Done {
  const now = w.clock.now();
  return {
    booked: [],
    after: (model) => {
      const listing = model.listings.get(listingId)!;
      settleListing(listing, now);
      expect(returned).toBe(returnRemainder(model, listing));
    },
  };
}
