/**
 * Returns the growth of a sum; null if the sum is unknown now, was unknown before, or was corrected
 * downwards.
 */
export function grownSum(total: number | null, before: number | null): number | null {
  return total === null || before === null || total < before ? null : total - before;
}

interface Lifetime<T> {
  views: number;
  figure: T | null;
}

/**
 * Computes the average or share over new views from the averages over all views, now and before. Returns the
 * average over all views if the earlier average is unknown.
 */
export function grownAverage(now: Lifetime<number>, before: Lifetime<number>): number | null {
  if (now.figure === null) return null;
  if (before.figure === null || before.views === 0) return now.figure;
  const sum = now.figure * now.views - before.figure * before.views;
  return Math.max(0, sum) / (now.views - before.views);
}

/** Computes the share of each part over new views; the shares never add up to more than one. */
export function grownShares<Kind extends string>(
  now: Lifetime<Partial<Record<Kind, number>>>,
  before: Lifetime<Partial<Record<Kind, number>>>,
): Partial<Record<Kind, number>> | null {
  if (now.figure === null) return null;
  const parts = (Object.keys(now.figure) as Kind[]).map((kind): [Kind, number] => [
    kind,
    grownAverage(
      { views: now.views, figure: now.figure![kind]! },
      { views: before.views, figure: before.figure && (before.figure[kind] ?? 0) },
    )!,
  ]);
  const sum = Math.max(
    1,
    parts.reduce((total, [, part]) => total + part, 0),
  );
  return Object.fromEntries(parts.map(([kind, part]) => [kind, part / sum])) as Partial<Record<Kind, number>>;
}
