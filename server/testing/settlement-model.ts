/**
 * The settlement of one listing in plain arithmetic, clip after clip. Tests compare the product's settlement,
 * which is one SQL statement for all clips, with this model.
 */
export interface ModelClip {
  order: number;
  min: bigint;
  /** Whether uncontested views ever reached the minimum. */
  minReached?: boolean;
  /**
   * The number of excluded views when contested views reached the minimum. The minimum counts as reached
   * while no more views are excluded.
   */
  minExcluded?: number;
  /** The most whole views that the maximum per clip pays for; null without one. */
  cap: bigint | null;
  views: bigint;
  /**
   * The platform's figures by day: the day's views, and how many of them count. The days follow the counter
   * from its first view. Without figures every view counts.
   */
  figures?: { views: number; part: number }[];
  /** Every view that was ever excluded, by its position on the counter. */
  excluded: Set<number>;
  hold: { from: bigint; to: bigint } | 'all' | null;
  paid: bigint;
  /** The number of views whose money was released; they are the first ones of the counter. */
  released: bigint;
  /** Micro-dollars in the clip's reserve. */
  reserved: bigint;
  reserves: boolean;
  /** Whether the clip waits for budget, because the free budget can't pay its next view. */
  isSpent?: boolean;
  isOver: boolean;
  isFinished: boolean;
}

export interface ModelListing {
  /** Whether a bank questions a payment of the host. Only released money then belongs to clippers. */
  isFrozen: boolean;
  rate: bigint;
  free: bigint;
  clips: ModelClip[];
}

const min = (...all: bigint[]): bigint => all.reduce((a, b) => (a < b ? a : b));
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Returns the number of verified views, whether or not they count. */
export const verified = (clip: ModelClip): bigint => max(clip.views - BigInt(clip.excluded.size), 0n);

/** Returns the number of verified views that count. */
const eligible = (clip: ModelClip): bigint =>
  clip.figures ? countedOf(clip, newIn(clip, 0n, clip.views), verified(clip)) : verified(clip);

/**
 * Returns how many of the first `most` positions count. A day's counted share is spread over the day's views
 * as evenly as whole views allow: each view adds the share to a sum, and counts when the sum reaches the
 * day's views.
 */
function countedOf({ figures }: ModelClip, places: readonly number[], most: bigint): bigint {
  const chosen = new Set(places.slice(0, Math.max(Number(most), 0)));
  let [place, counted] = [0, 0n];
  for (const { views, part } of figures!) {
    for (let sum = part, end = place + views; place < end; place += 1, sum += part) {
      if (sum < views) continue;
      sum -= views;
      if (chosen.has(place)) counted += 1n;
    }
  }
  return counted;
}

/** Returns how many of these positions precede the first view that was not released. */
export function releasedOf(clip: ModelClip, places: readonly number[]): number {
  if (!clip.figures) return Number(clip.released);
  const covered = clip.figures.reduce((sum, { views }) => sum + views, 0);
  let [low, high] = [0, places.filter((place) => place < covered).length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (countedOf(clip, places, BigInt(middle)) >= clip.released) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the views of a range that were counted and are not excluded already. */
export function newIn(clip: ModelClip, from: bigint, to: bigint): number[] {
  const places: number[] = [];
  for (let place = Number(from); place < Number(min(to, clip.views)); place++) {
    if (!clip.excluded.has(place)) places.push(place);
  }
  return places;
}

function isMinReached(clip: ModelClip): boolean {
  if (clip.minReached || eligible(clip) >= clip.min) return true;
  return clip.minExcluded !== undefined && clip.excluded.size <= clip.minExcluded;
}

function isMinSafe(clip: ModelClip, isFrozen: boolean): boolean {
  const isContested = clip.hold !== null || isFrozen;
  return clip.minReached || uncontested(clip, isFrozen) >= clip.min || (isMinReached(clip) && !isContested);
}

function rememberMinimum(clip: ModelClip, isFrozen: boolean): void {
  if (isMinSafe(clip, isFrozen)) clip.minReached = true;
  else if (eligible(clip) >= clip.min) clip.minExcluded = Math.max(clip.minExcluded ?? 0, clip.excluded.size);
}

function claimed(clip: ModelClip): bigint {
  if (!isMinReached(clip)) return 0n;
  return clip.cap === null ? eligible(clip) : min(eligible(clip), clip.cap);
}

/** Returns the number of eligible views that are not contested. */
function uncontested(clip: ModelClip, isFrozen: boolean): bigint {
  if (clip.hold === null && !isFrozen) return eligible(clip);
  if (clip.hold === null || clip.hold === 'all' || isFrozen) return min(eligible(clip), clip.released);
  const { from, to } = clip.hold;
  const places = newIn(clip, 0n, clip.views).slice(0, Number(verified(clip)));
  const outside = places.filter((place) => place < from || place >= to);
  return clip.figures ? countedOf(clip, outside, BigInt(outside.length)) : BigInt(outside.length);
}

const payable = (clip: ModelClip, isFrozen: boolean): bigint =>
  isMinSafe(clip, isFrozen) ? min(claimed(clip), uncontested(clip, isFrozen)) : 0n;

function reserveWanted(clip: ModelClip, { rate, isFrozen }: ModelListing, maximum: bigint): bigint {
  if (clip.reserves && !clip.isOver) return maximum - clip.paid * rate;
  if (clip.hold === null && !isFrozen) return 0n;
  return max(claimed(clip) - max(payable(clip, isFrozen), clip.paid), 0n) * rate;
}

/** Settles the listing. `maximum` is the maximum per clip in micro-dollars. */
export function settleModel(listing: ModelListing, maximum: bigint): void {
  const { rate, isFrozen } = listing;
  const clips = listing.clips.filter((clip) => !clip.isFinished).toSorted((a, b) => a.order - b.order);
  for (const clip of clips) {
    rememberMinimum(clip, isFrozen);
    const back = min(max(clip.paid - payable(clip, isFrozen), 0n), clip.paid - clip.released);
    clip.paid -= back;
    if (clip.hold !== null || isFrozen || clip.reserves) clip.reserved += back * rate;
    else listing.free += back * rate;
  }
  for (const allocation of [true, false]) {
    for (const clip of clips.filter((c) => c.reserves === allocation)) {
      const more = min(max(reserveWanted(clip, listing, maximum) - clip.reserved, 0n), listing.free);
      clip.reserved += more;
      listing.free -= more;
    }
  }
  let left = listing.free;
  for (const clip of clips) {
    const want = max(payable(clip, isFrozen) - clip.paid, 0n);
    const fromReserve = min(want, clip.reserved / rate);
    const fromFree = min(want - fromReserve, left / rate);
    left = max(left - (want - fromReserve) * rate, 0n);
    clip.paid += fromReserve + fromFree;
    clip.reserved -= fromReserve * rate;
    listing.free -= fromFree * rate;
  }
  for (const clip of clips) {
    const spare = max(clip.reserved - reserveWanted(clip, listing, maximum), 0n);
    clip.reserved -= spare;
    listing.free += spare;
  }
  for (const clip of clips) {
    if (payable(clip, isFrozen) <= clip.paid) clip.isSpent = false;
    else if (listing.free < rate) clip.isSpent = true;
    clip.isFinished = clip.reserved === 0n && isDone(clip, listing);
  }
}

/** Whether the clip is done. A clip with unpaid views remains open, because its listing can get money. */
function isDone(clip: ModelClip, { isFrozen }: ModelListing): boolean {
  if (!clip.isOver || clip.hold !== null || isFrozen || clip.released < clip.paid) return false;
  return payable(clip, isFrozen) <= clip.paid;
}
