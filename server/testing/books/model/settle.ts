import { least, positive } from '../money.ts';
import {
  type Books,
  type ClipBook,
  clipsOf,
  earnedOf,
  isFrozen,
  isHeld,
  type ListingBook,
  paidViewsOf,
  perView,
} from './books.ts';
import { divideViews } from './counts.ts';
import { isOver } from './release.ts';

const HOUR = 3_600_000;
/** Hours for which earnings are pending. Instagram has two days, because it updates its counts late. */
const PENDING_HOURS = { tiktok: 24, instagram: 48 };

export const dueAfter = (platform: ClipBook['platform'], at: Date): Date =>
  new Date(at.getTime() + PENDING_HOURS[platform] * HOUR);

/** Returns the number of whole views to pay for this many eligible ones, by minimum and cap. */
function payable(clip: ClipBook, eligible: number): number {
  if (!clip.reached && eligible < clip.terms.minViews) return 0;
  const cap = clip.terms.maxPayout === null ? eligible : Number(clip.terms.maxPayout / perView(clip.terms));
  return Math.max(0, Math.min(eligible, cap));
}

const releasedViews = (clip: ClipBook): number =>
  clip.steps.reduce((views, step) => views + (step.state === 'released' ? step.views : 0), 0);

export interface Wanted {
  /** The number of views that are payable now. */
  now: number;
  /** The number of further views that would be payable if no view were contested. */
  contested: number;
}

/**
 * Records whether a clip has reached the minimum. From then on all its views count from the first, even if
 * the counter falls below the minimum. Contested views help to reach it only after they are released.
 */
function noteMinimum(books: Books, clip: ClipBook): void {
  if (clip.reached || (clip.status !== 'approved' && !clip.appealed)) return;
  const { excluded, eligible, held } = divideViews(clip);
  const isContested = clip.appealed || isFrozen(books, clip) || isHeld(clip);
  const isSafe = eligible - held >= clip.terms.minViews && !clip.appealed && !isFrozen(books, clip);
  if (eligible >= clip.terms.minViews) clip.reachedBut = Math.max(clip.reachedBut ?? 0, excluded);
  const wasLetGo = !isContested && clip.reachedBut !== null && excluded <= clip.reachedBut;
  clip.reached = isSafe || wasLetGo;
}

/** Returns the views for which the clip is paid by its counts. */
export function wantedViews(books: Books, clip: ClipBook): Wanted {
  const { eligible, held } = divideViews(clip);
  if (clip.appealed) return { now: 0, contested: payable(clip, eligible) };
  if (clip.status !== 'approved') return { now: 0, contested: 0 };
  const all = payable(clip, eligible);
  // Released earnings stay paid, so only the other views can be contested.
  const released = Math.min(all, releasedViews(clip));
  const now = isFrozen(books, clip) ? released : Math.max(released, payable(clip, eligible - held));
  return { now, contested: Math.max(0, all - now) };
}

/**
 * Pays the listing's clips and adjusts their reserves. Repeats until nothing changes, because money that one
 * clip returns can pay another.
 */
export function settle(books: Books, listing: ListingBook, at: Date): void {
  const clips = clipsOf(books, listing.id)
    .filter((clip) => (clip.approvedAt || clip.appealed || clip.reserved > 0n) && !clip.finished)
    .sort((a, b) => inOrder(a) - inOrder(b) || (a.id < b.id ? -1 : 1));
  let before: string;
  do {
    before = stateOf(listing, clips);
    for (const clip of clips) noteMinimum(books, clip);
    for (const clip of clips) reverseBeyond(books, listing, clip, wantedViews(books, clip).now);
    // Clips with a reserved allocation are first, then contested views are reserved, then clips are paid from
    // the free budget.
    for (const clip of clips.toSorted((a, b) => Number(b.terms.reserved) - Number(a.terms.reserved)))
      raise(books, listing, clip);
    for (const clip of clips) pay(listing, clip, wantedViews(books, clip).now, at);
    for (const clip of clips) lower(books, listing, clip);
  } while (stateOf(listing, clips) !== before);
  for (const clip of clips) {
    if (wantedViews(books, clip).now <= paidViewsOf(clip)) clip.isSpent = false;
    else if (listing.free < perView(clip.terms)) clip.isSpent = true;
  }
}

const stateOf = ({ free }: ListingBook, clips: ClipBook[]): string =>
  [free, ...clips.flatMap((clip) => [clip.reserved, earnedOf(clip)])].join();

const inOrder = (clip: ClipBook): number => clip.approvedAt?.getTime() ?? Number.MAX_SAFE_INTEGER;

/**
 * Reverses pending earnings beyond the wanted views after the counter fell, newest first. Released earnings
 * stay.
 */
function reverseBeyond(books: Books, listing: ListingBook, clip: ClipBook, wanted: number): void {
  let over = paidViewsOf(clip) - wanted;
  for (const step of [...clip.steps].reverse()) {
    if (over <= 0) return;
    if (step.state !== 'pending') continue;
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

/** Pays whole views, from the clip's reserve first, then from the free budget. */
function pay(listing: ListingBook, clip: ClipBook, wanted: number, at: Date): void {
  const price = perView(clip.terms);
  const missing = BigInt(Math.max(0, wanted - paidViewsOf(clip)));
  const ofReserve = least(missing, clip.reserved / price);
  const ofFree = least(missing - ofReserve, listing.free / price);
  const views = ofReserve + ofFree;
  if (views === 0n) return;
  clip.reserved -= ofReserve * price;
  listing.free -= ofFree * price;
  const due = dueAfter(clip.platform, at);
  clip.steps.push({
    views: Number(views),
    amount: views * price,
    at,
    due,
    state: 'pending',
    releasedAt: null,
  });
}

/**
 * Returns the wanted reserve: for a reserved allocation its unpaid maximum while the clip is counted,
 * otherwise the price of the contested views.
 */
function wantedReserve(books: Books, clip: ClipBook): bigint {
  const isAllocated = clip.status === 'approved' && clip.terms.reserved && !isOver(clip);
  if (isAllocated) return positive(clip.terms.maxPayout! - earnedOf(clip));
  return BigInt(wantedViews(books, clip).contested) * perView(clip.terms);
}

function raise(books: Books, listing: ListingBook, clip: ClipBook): void {
  const more = least(positive(wantedReserve(books, clip) - clip.reserved), listing.free);
  clip.reserved += more;
  listing.free -= more;
}

function lower(books: Books, listing: ListingBook, clip: ClipBook): void {
  const spare = positive(clip.reserved - wantedReserve(books, clip));
  clip.reserved -= spare;
  listing.free += spare;
}
