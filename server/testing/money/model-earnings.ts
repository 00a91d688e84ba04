import { DAY } from '#server/infra/clock.ts';
import { payable, settleModel } from '#server/testing/settlement-model.ts';
import type { ClipFact, Facts } from './facts.ts';
import { type Clip, creditHost, type Listing, least, type Model, reclaimSuspense, viewsOf } from './model.ts';

const PENDING_FOR = DAY;

/** Updates clips from the facts: which of their views were counted, held, decided and appealed. */
export function takeClips(model: Model, facts: Facts): void {
  for (const fact of facts.listings) {
    const listing = model.listings.get(fact.id)!;
    listing.state =
      fact.state === 'ended' ? 'ended' : ['settled', 'removed'].includes(fact.state) ? 'closed' : 'open';
    listing.remainderFrozen = fact.remainder_frozen;
    listing.isFrozen = [...model.deposits.values()].some(
      (one) => one.hostId === listing.hostId && one.state === 'disputed',
    );
  }
  for (const fact of facts.clips) {
    const listing = model.listings.get(fact.listing_id)!;
    const known = listing.clips.find(({ id }) => id === fact.id);
    // If an appeal was lost before its clip was settled, no money was ever reserved for it.
    if (!known && fact.appeal === 'over') continue;
    const clip = known ?? newClip(listing, fact);
    if (!known) listing.clips.push(clip);
    learn(
      clip,
      fact,
      facts.ranges.filter((range) => range.submission_id === fact.id),
    );
  }
  for (const { clips } of model.listings.values()) {
    clips.sort((a, b) => Number(a.since) - Number(b.since) || (a.id < b.id ? -1 : 1));
    for (const [order, clip] of clips.entries()) clip.order = order;
  }
}

const newClip = (listing: Listing, { id, clipper_id, since }: ClipFact): Clip => ({
  id,
  clipperId: clipper_id,
  since,
  trackingUntil: null,
  steps: [],
  order: 0,
  min: listing.minViews,
  cap: listing.maximum === null ? null : listing.maximum / listing.rate,
  views: 0n,
  excluded: new Set(),
  hold: null,
  paid: 0n,
  released: 0n,
  reserved: 0n,
  reserves: listing.reserves,
  isOver: false,
  isFinished: false,
});

function learn(clip: Clip, fact: ClipFact, ranges: Facts['ranges']): void {
  clip.since = fact.since;
  clip.trackingUntil = fact.tracking_until;
  clip.isOver = fact.is_over;
  clip.views = fact.views;
  clip.eligibleViews = fact.eligible;
  clip.appeal = fact.appeal;
  const open = ranges.find((range) => range.open);
  clip.hold = !open ? null : open.to_views === null ? 'all' : { from: open.from_views, to: open.to_views };
  // An appeal reopens even a finished clip.
  if (clip.hold !== null) clip.isFinished = false;
  clip.excluded = new Set();
  for (const { from_views, to_views } of ranges.filter((range) => !range.open)) {
    for (let place = Number(from_views); place < Number(to_views); place++) clip.excluded.add(place);
  }
}

/** Settles every listing's clips, and returns the remainders of closed listings to hosts. */
export function settleAll(model: Model, now: Date): void {
  for (const listing of model.listings.values()) {
    settleListing(listing, now);
    returnRemainder(model, listing);
  }
}

export function settleListing(listing: Listing, now: Date): void {
  for (let before = ''; before !== printOf(listing); ) {
    before = printOf(listing);
    settleModel(listing, listing.maximum ?? 0n);
  }
  for (const clip of listing.clips) {
    const more = clip.paid - viewsOf(clip.steps);
    if (more > 0n) clip.steps.push({ views: more, at: now, released: false });
    else takeNewest(clip, -more);
  }
}

const printOf = ({ free, clips }: Listing): string =>
  [free, ...clips.flatMap(({ paid, reserved, isFinished }) => [paid, reserved, isFinished])].join();

/** Returns the clips that have earned more than their listing's budget could pay. */
export const waitingOf = ({ listings }: Model): string[] =>
  [...listings.values()]
    .flatMap(({ clips }) => clips.filter((clip) => clip.isSpent && !clip.isFinished))
    .map(({ id }) => id)
    .toSorted();

/** Returns to the host all money of a closed listing that none of its clips can claim. */
export function returnRemainder(model: Model, listing: Listing): bigint {
  if (listing.state !== 'closed' || (listing.remainderFrozen && !model.gone.has(listing.hostId))) return 0n;
  const rest = listing.free;
  creditHost(model, listing.hostId, rest);
  listing.free = 0n;
  return rest;
}

/** Removes this many views from the clip's newest steps; returns how many of them had been released. */
function takeNewest(clip: Clip, views: bigint): bigint {
  let released = 0n;
  for (let left = views; left > 0n; ) {
    const step = clip.steps.at(-1)!;
    const part = least(step.views, left);
    if (step.released) released += part;
    step.views -= part;
    left -= part;
    if (step.views === 0n) clip.steps.pop();
  }
  clip.released = viewsOf(clip.steps.filter((step) => step.released));
  return released;
}

/**
 * Releases pending money whose time has passed, after paying a debt. The last step of a clip that is still
 * counted remains pending. The pending money of a held clip is outside the hold's range, because a settlement
 * ran first.
 */
export function releaseAll(model: Model, now: Date): void {
  for (const listing of model.listings.values()) {
    for (const clip of listing.clips.filter(({ hold }) => hold !== 'all' && !listing.isFrozen)) {
      for (const step of clip.steps.filter((one) => !one.released)) {
        const due = new Date(step.at.getTime() + PENDING_FOR);
        const waits = !clip.isOver && clip.trackingUntil !== null && clip.trackingUntil < due;
        if (due > now || waits) continue;
        step.released = true;
        model.clippers.get(clip.clipperId)!.available += step.views * listing.rate;
      }
      clip.released = viewsOf(clip.steps.filter((step) => step.released));
    }
  }
  for (const clipper of model.clippers.values()) {
    const paidOff = least(clipper.available, -clipper.owed);
    clipper.available -= paidOff;
    clipper.owed += paidOff;
  }
}

/**
 * Takes back money after upheld fraud: the part above the payable amount leaves the pending or available
 * money, and the remainder is owed.
 */
export function takeBack(model: Model, listing: Listing, clipId: string): { back: bigint; owed: bigint } {
  const clip = listing.clips.find(({ id }) => id === clipId)!;
  const keeps = payable(clip, listing.isFrozen);
  const views = clip.paid > keeps ? clip.paid - keeps : 0n;
  const released = takeNewest(clip, views) * listing.rate;
  clip.paid -= views;
  listing.free += views * listing.rate;
  const clipper = model.clippers.get(clip.clipperId)!;
  const atHand = model.gone.has(clip.clipperId)
    ? reclaimSuspense(model, clip.clipperId, released)
    : least(released, clipper.available);
  if (!model.gone.has(clip.clipperId)) clipper.available -= atHand;
  clipper.owed -= released - atHand;
  return { back: views * listing.rate - (released - atHand), owed: released - atHand };
}
