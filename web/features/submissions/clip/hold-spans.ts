import type { Clip } from '#contract/clips/clips.ts';

type Snapshot = Pick<Clip['snapshots'][number], 'fetchedAt' | 'views'>;

/**
 * Returns the period in which these views were counted, in milliseconds: from when the counter passed
 * `fromViews` until it reached `toViews`.
 */
export function spanOf(
  snapshots: readonly Snapshot[],
  { fromViews, toViews }: { fromViews: number; toViews: number | null },
): { from: number; to: number } | null {
  const last = snapshots.at(-1);
  if (!last || last.views <= fromViews) return null;
  const to = toViews === null ? last.fetchedAt.getTime() : momentOf(snapshots, toViews);
  return { from: momentOf(snapshots, fromViews), to };
}

/** Returns when the counter was at `views`, interpolated linearly between two readings. */
function momentOf(snapshots: readonly Snapshot[], views: number): number {
  const at = snapshots.findIndex((one) => one.views >= views);
  const after = snapshots[at] ?? snapshots.at(-1)!;
  const before = snapshots[at - 1];
  if (!before || after.views === before.views) return after.fetchedAt.getTime();
  const share = (views - before.views) / (after.views - before.views);
  const start = before.fetchedAt.getTime();
  return start + Math.min(1, share) * (after.fetchedAt.getTime() - start);
}
