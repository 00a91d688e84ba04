import {
  type CountedStretch,
  countedViews as countedViewsOf,
  fewestViews,
} from '#contract/clips/counted-views.ts';
import type { Receipt } from '#contract/earnings/receipts.ts';
import { formatUsdExact, micros } from '#contract/money.ts';
import {
  outsideOf,
  placeAfter,
  upTo,
  type ViewRange,
  viewsIn,
} from '#server/modules/fraud-holds/fraud-holds.ts';

type Link = Receipt['recomputation'][number];

export interface ReceiptStep {
  views_from: bigint;
  views_to: bigint;
  amount_micros: bigint;
  counted_views: bigint;
  counted_at: Date;
  state: 'pending' | 'released' | 'reversed' | 'taken_back';
}

/** The facts behind a receipt, as they were recorded at the time, and the results that the product shows. */
export interface ReceiptFacts {
  snapshots: readonly { fetchedAt: Date; views: number }[];
  steps: readonly ReceiptStep[];
  /** Ranges of the counter that a decision excluded. */
  upheld: readonly ViewRange[];
  /** The open hold. If `to` is null, the hold contests all unreleased views. */
  hold: { from: bigint; to: bigint | null } | null;
  /** Set if only released accruals count: the listing is disputed, or the rejection is under appeal. */
  waits: 'frozen' | 'appealed' | null;
  /** True if the clip's window is over, so that later counts can only lower the result. */
  isOver: boolean;
  countedAt: Date | null;
  countedViews: bigint;
  /** Eligible views according to verification, before open holds are subtracted. */
  trackedViews: bigint;
  /**
   * Uncontested eligible views according to the product. For a clip that earns by released analytics, only
   * those that count.
   */
  eligibleViews: bigint;
  /** Counting views according to released analytics, in rising order; null if every view counts. */
  stretches: readonly CountedStretch[] | null;
  minViews: bigint;
  /**
   * True if at some time enough views for the minimum were uncontested, or were contested and later released.
   */
  isMinimumReached: boolean;
  maxPayoutMicros: bigint | null;
  ratePerView: bigint;
  paidViews: bigint;
  paidMicros: bigint;
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const above = (a: bigint): bigint => (a > 0n ? a : 0n);
const viewsText = (views: bigint | number): string => `${views.toLocaleString('en-US')} views`;

/**
 * Recomputes each link of the chain from counts to money. A link is true, false, or null if its input was
 * deleted.
 */
export const recompute = (facts: ReceiptFacts): Link[] => [
  counted(facts),
  eligible(facts),
  payable(facts),
  steps(facts),
  priced(facts),
];

function counted({ snapshots, countedAt, countedViews }: ReceiptFacts): Link {
  const newest = snapshots.find(({ fetchedAt }) => fetchedAt.getTime() === countedAt?.getTime());
  if (!newest) {
    return {
      what: 'Counted',
      proven: null,
      sentence: countedAt
        ? 'The snapshot of the newest count is no longer kept.'
        : 'Nothing has been counted yet.',
    };
  }
  return {
    what: 'Counted',
    proven: BigInt(newest.views) === countedViews,
    sentence: `The newest snapshot says ${viewsText(newest.views)}; the receipt counts ${viewsText(countedViews)}.`,
  };
}

/** Returns the position after the released views, which are the first. Later views can still be contested. */
const unreleasedFrom = ({ steps: all, paidViews }: ReceiptFacts): bigint =>
  all
    .filter(({ state }) => state === 'pending')
    .reduce((first, step) => least(first, step.views_from), paidViews);

/**
 * Computes the verified uncontested views, and how many of them count. If all unreleased views of a clip that
 * earns by released analytics are contested, the verified views are the smallest number that contains the
 * released counting views.
 */
export function uncontested(facts: ReceiptFacts): { verified: bigint; counting: bigint } {
  const { stretches, hold, waits, upheld, countedViews, trackedViews } = facts;
  if (waits === 'appealed') return { verified: 0n, counting: 0n };
  // Views counted after the window are not eligible, so a hold contests none of them.
  const eligibleTo = least(countedViews, placeAfter(trackedViews, upheld));
  const held = hold && hold.to !== null && waits === null ? [upTo(eligibleTo, { ...hold, to: hold.to })] : [];
  const contested = viewsIn([...upheld, ...held]) - viewsIn(upheld);
  const isAllContested = waits === 'frozen' || hold?.to === null;
  const left = above(trackedViews - contested);
  if (!stretches) {
    const found = isAllContested ? least(left, unreleasedFrom(facts)) : left;
    return { verified: found, counting: found };
  }
  const places = outsideOf({ from: 0n, to: countedViews }, [...upheld, ...held]);
  const counting = countedViewsOf(stretches, left, places);
  if (!isAllContested) return { verified: left, counting };
  const released = least(counting, unreleasedFrom(facts));
  return { verified: fewestViews(stretches, released, places), counting: released };
}

function eligible(facts: ReceiptFacts): Link {
  const { upheld, isOver, countedViews, trackedViews, eligibleViews, stretches } = facts;
  const excluded = viewsIn(upheld);
  const left = above(countedViews - excluded);
  const isTracked = isOver ? trackedViews <= left : trackedViews === left;
  const { verified, counting } = uncontested(facts);
  const sentence = `${viewsText(countedViews)}, less ${viewsText(excluded)} excluded by a decision and ${viewsText(above(left - verified))} set aside or counted after the window, leave ${viewsText(verified)}.`;
  return {
    what: 'Eligible',
    proven: isTracked && counting === eligibleViews,
    sentence: stretches ? `${sentence} ${countingText(stretches, counting)}` : sentence,
  };
}

function countingText(stretches: readonly CountedStretch[], counting: bigint): string {
  const last = stretches.at(-1);
  if (!last) return 'None of them counts yet, because the platform’s figures for them have not arrived.';
  return `By the platform’s figures of ${stretches.length} ${stretches.length === 1 ? 'day' : 'days'}, which cover the first ${viewsText(last.toViews)}, ${viewsText(counting)} of these count.`;
}

function payable(facts: ReceiptFacts): Link {
  const { eligibleViews, minViews, isMinimumReached, maxPayoutMicros, ratePerView, paidViews } = facts;
  const most = maxPayoutMicros === null ? eligibleViews : least(eligibleViews, maxPayoutMicros / ratePerView);
  const allowed = isMinimumReached || eligibleViews >= minViews ? most : 0n;
  const released = unreleasedFrom(facts);
  return {
    what: 'Payable',
    proven: paidViews <= allowed || paidViews <= released,
    sentence: `By the listing’s minimum and maximum ${viewsText(allowed)} may be paid; ${viewsText(paidViews)} were.${paidViews > allowed ? ' Released earnings stay.' : ''}`,
  };
}

function steps({ steps: all, snapshots, paidViews }: ReceiptFacts): Link {
  const at = new Map(snapshots.map(({ fetchedAt, views }) => [fetchedAt.getTime(), BigInt(views)]));
  let upTo = 0n;
  let kept = 0;
  let proven = true;
  const paid = all.filter(({ state }) => state === 'pending' || state === 'released');
  for (const step of paid) {
    const snapshot = at.get(step.counted_at.getTime());
    if (snapshot !== undefined) kept += 1;
    proven &&= step.views_from === upTo && step.views_to <= step.counted_views;
    proven &&= snapshot === undefined || snapshot === step.counted_views;
    upTo = step.views_to;
  }
  return {
    what: 'Settled',
    proven: proven && upTo === paidViews,
    sentence: settledText(paid.length, upTo, kept),
  };
}

function settledText(settlements: number, upTo: bigint, kept: number): string {
  if (settlements === 0) return 'Nothing was settled yet.';
  const cover = settlements === 1 ? '1 settlement covers' : `${settlements} settlements cover`;
  return `${cover} views 0-${upTo.toLocaleString('en-US')} with no gaps or overlaps. Snapshots of these counts still stored: ${kept}.`;
}

function priced({ steps: all, ratePerView, paidViews, paidMicros }: ReceiptFacts): Link {
  const isExact = all.every((step) => step.amount_micros === (step.views_to - step.views_from) * ratePerView);
  return {
    what: 'Priced',
    proven: isExact && paidViews * ratePerView === paidMicros,
    sentence: `${viewsText(paidViews)} at ${formatUsdExact(micros(ratePerView))} each are ${formatUsdExact(micros(paidViews * ratePerView))}.`,
  };
}
