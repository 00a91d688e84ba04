import { least, positive } from '../money.ts';
import {
  type Books,
  type ClipBook,
  clipsOf,
  earnedOf,
  type ListingBook,
  paidViewsOf,
  perView,
} from './books.ts';
import { earningsWait } from './disputes.ts';

const HOUR = 3_600_000;
const HOLD_HOURS = 24;
/** The first count this long after the end of the window is still the final figure. */
const FINAL_COUNT_HOURS = 2;

/** What the counter says for pay: up to the end of the window, after which it can only fall. */
export function countedViews(clip: ClipBook): number {
  const end = clip.stoppedAt ?? clip.windowEnd;
  let counted = 0;
  let isFinal = false;
  for (const { at, views } of clip.snapshots) {
    if (!end || at <= end) counted = views;
    else if (clip.stoppedAt) break;
    else if (!isFinal && at.getTime() - end.getTime() <= FINAL_COUNT_HOURS * HOUR) {
      counted = views;
      isFinal = true;
    } else counted = Math.min(counted, views);
  }
  return counted;
}

const viewsInRange = (counted: number, { from, to }: { from: number; to: number | null }): number =>
  Math.max(0, Math.min(counted, to ?? counted) - from);

/** Views that are excluded, each once, however many decisions exclude it. */
function excludedViews({ excluded }: ClipBook, counted: number): number {
  let views = 0;
  let reached = 0;
  for (const { from, to } of excluded.toSorted((a, b) => a.from - b.from)) {
    views += viewsInRange(counted, { from: Math.max(from, reached), to });
    reached = Math.max(reached, to);
  }
  return views;
}

/** Whole views that terms and cap allow, of these eligible ones. */
function payable(clip: ClipBook, eligible: number): number {
  if (!clip.reached && eligible < clip.terms.minViews) return 0;
  const cap = clip.terms.maxPayout === null ? eligible : Number(clip.terms.maxPayout / perView(clip.terms));
  return Math.max(0, Math.min(eligible, cap));
}

const releasedViews = (clip: ClipBook): number =>
  clip.steps.reduce((views, step) => views + (step.state === 'released' ? step.views : 0), 0);

export interface Wanted {
  /** What may be paid now. */
  now: number;
  /** What more would be if nothing were contested. */
  contested: number;
}

/** Views that the clip is to be paid for by its counts. */
export function wantedViews(books: Books, clip: ClipBook): Wanted {
  const counted = countedViews(clip);
  const uncontested = counted - excludedViews(clip, counted);
  if (clip.appealed) return { now: 0, contested: payable(clip, uncontested) };
  if (clip.status !== 'approved') return { now: 0, contested: 0 };
  const isContested = clip.hold?.state === 'open' || clip.hold?.state === 'escalated';
  const eligible = isContested ? uncontested - viewsInRange(counted, clip.hold!) : uncontested;
  const all = payable(clip, uncontested);
  // What was released stays paid; only what was not can be contested.
  const released = Math.min(all, releasedViews(clip));
  const { hostId } = books.listings.get(clip.listingId)!;
  const now = earningsWait(books, hostId) ? released : Math.max(released, payable(clip, eligible));
  return { now, contested: Math.max(0, all - now) };
}

/** Pays every clip of the listing what its counts say, in order of approval, and brings its reserves to what they are for. */
export function settle(books: Books, listing: ListingBook, at: Date): void {
  const clips = clipsOf(books, listing.id)
    .filter((clip) => clip.approvedAt || clip.appealed)
    .sort((a, b) => inOrder(a) - inOrder(b) || (a.id < b.id ? -1 : 1));
  for (const clip of clips)
    if (!clip.finished) reverseBeyond(books, listing, clip, wantedViews(books, clip).now);
  for (const clip of clips) {
    if (!clip.finished) pay(listing, clip, wantedViews(books, clip).now, at);
    reserve(books, listing, clip);
  }
}

const inOrder = (clip: ClipBook): number => clip.approvedAt?.getTime() ?? Number.MAX_SAFE_INTEGER;

/** Falling counters take back what is pending, never what was released; the newest first. */
function reverseBeyond(books: Books, listing: ListingBook, clip: ClipBook, wanted: number): void {
  let over = paidViewsOf(clip) - wanted;
  for (const step of [...clip.steps].reverse()) {
    if (over <= 0) return;
    if (step.state !== 'held') continue;
    const views = Math.min(over, step.views);
    const amount = BigInt(views) * perView(clip.terms);
    if (views < step.views) {
      step.views -= views;
      step.amount -= amount;
      clip.steps.push({ ...step, views, amount, state: 'reversed' });
    } else step.state = 'reversed';
    if (clip.terms.reserved || wantedViews(books, clip).contested > 0) clip.reserved += amount;
    else listing.free += amount;
    over -= views;
  }
}

function pay(listing: ListingBook, clip: ClipBook, wanted: number, at: Date): void {
  const price = perView(clip.terms);
  const missing = BigInt(Math.max(0, wanted - paidViewsOf(clip)));
  const affordable = (clip.reserved + listing.free) / price;
  const views = least(missing, affordable);
  if (wanted > 0) clip.reached = true;
  if (views <= 0n) return;
  const amount = views * price;
  const fromReserve = least(clip.reserved, amount);
  clip.reserved -= fromReserve;
  listing.free -= amount - fromReserve;
  const due = new Date(at.getTime() + HOLD_HOURS * HOUR);
  clip.steps.push({ views: Number(views), amount, at, due, state: 'held' });
}

/** What its reserve is for: the maximum of a reserved allocation, and what is contested or appealed. */
function wantedReserve(books: Books, clip: ClipBook): bigint {
  const contested = BigInt(wantedViews(books, clip).contested) * perView(clip.terms);
  const open = clip.status === 'approved' && !clip.finished && !clip.stoppedAt && clip.terms.reserved;
  return open ? positive(clip.terms.maxPayout! - earnedOf(clip)) : contested;
}

function reserve(books: Books, listing: ListingBook, clip: ClipBook): void {
  const wanted = wantedReserve(books, clip);
  const change =
    wanted > clip.reserved ? least(wanted - clip.reserved, listing.free) : wanted - clip.reserved;
  clip.reserved += change;
  listing.free -= change;
}
