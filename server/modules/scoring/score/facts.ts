import { count, duration, percent } from './format.ts';
import { known } from './history.ts';
import type { Evidence, Finding, Signal } from './signal.ts';

/** `views_removed`: the platform removed views. A decrease counts once a second reading confirms it. */
function counterDrop({ curve }: Evidence): Finding | null {
  let best = 0;
  let at = -1;
  for (let i = 1; i < curve.count; i++) {
    const top = curve.views[i - 1]!;
    const now = Math.max(curve.readViews[i]!, curve.readViews[i + 1] ?? 0);
    const fall = top > 0 ? (top - now) / top : 0;
    if (fall > best) [best, at] = [fall, i];
  }
  if (at < 0) return null;
  return {
    observed: best,
    gate: 1,
    stretch: { from: at - 1, to: at },
    sentence: () =>
      `The platform lowered the count from ${count(curve.views[at - 1]!)} to ${count(curve.readViews[at]!)} views (by ${percent(best)}).`,
  };
}

/** `overreported_views`: the clipper reported far more views than the platform ever showed. Reporting too few is harmless. */
function overReported({ history, views }: Evidence): Finding | null {
  const reportedViews = known(history.reportedViews);
  if (!(reportedViews > 0) || views < 1) return null;
  const factor = reportedViews / views;
  return {
    observed: factor,
    gate: 1,
    sentence: () => `${count(reportedViews)} views were reported; the platform shows ${count(views)}.`,
  };
}

/**
 * `posted_before_listing`: the post is older than the listing. Times derived from post ids are up to 90 seconds
 * early, so a few minutes are tolerated.
 */
function olderThanListing({ history }: Evidence): Finding | null {
  if (!history.listingStartsAt) return null;
  const hours =
    (new Date(history.listingStartsAt).getTime() - new Date(history.postedAt).getTime()) / 3_600_000;
  if (!(hours > 0)) return null;
  return {
    observed: hours,
    gate: 1,
    sentence: () => `The post was made ${duration(hours)} before the listing started.`,
  };
}

/** `duplicate`: the same post or video was submitted before. */
function duplicate({ history }: Evidence): Finding | null {
  const worst = [...(history.duplicateOf ?? [])].sort((a, b) => suspicion(b) - suspicion(a))[0];
  if (!worst) return null;
  const owner = worst.sameClipper ? 'the same clipper' : 'another clipper';
  return {
    observed: suspicion(worst),
    gate: 1,
    sentence: () =>
      worst.kind === 'same_post'
        ? `The same post is used in another submission of ${owner}.`
        : `A clip that ${owner} submitted earlier has the same caption and length.`,
  };
}

/**
 * Returns how suspicious a duplicate is. A repeated post is decisive. A repeated video is weaker evidence,
 * since this clipper may be its author.
 */
function suspicion({
  kind,
  sameClipper,
  similarity,
}: {
  kind: string;
  sameClipper: boolean;
  similarity: number;
}) {
  if (kind === 'same_post') return 1;
  return (sameClipper ? 0.3 : 0.5) * Math.min(1, Math.max(0, similarity));
}

export const factSignals: Signal[] = [
  {
    id: 'views_removed',
    version: 1,
    weight: 0.7,
    needsHistory: false,
    needsLikes: false,
    ramp: { weak: 0.02, strong: 0.1 },
    measure: counterDrop,
  },
  {
    id: 'overreported_views',
    version: 1,
    weight: 0.3,
    needsHistory: false,
    needsLikes: false,
    ramp: { weak: 1.2, strong: 2 },
    measure: overReported,
  },
  {
    id: 'posted_before_listing',
    version: 1,
    weight: 0.95,
    needsHistory: false,
    needsLikes: false,
    ramp: { weak: 0.05, strong: 0.1 },
    measure: olderThanListing,
  },
  {
    id: 'duplicate',
    version: 1,
    weight: 0.95,
    needsHistory: false,
    needsLikes: false,
    ramp: { weak: 0, strong: 1 },
    measure: duplicate,
  },
];
