/**
 * Splits `total` into whole points in proportion to `shares` (largest remainder, earlier ones first), so that the
 * parts add up to the total exactly.
 */
export function apportion(total: number, shares: readonly number[]): number[] {
  const sum = shares.reduce((a, b) => a + b, 0);
  if (!(sum > 0)) return shares.map(() => 0);
  const exact = shares.map((share) => (total * share) / sum);
  const points = exact.map(Math.floor);
  const byRemainder = shares
    .map((_, i) => i)
    .sort((a, b) => exact[b]! - points[b]! - (exact[a]! - points[a]!) || a - b);
  let left = total - points.reduce((a, b) => a + b, 0);
  for (const i of byRemainder) {
    if (left <= 0) break;
    points[i]!++;
    left--;
  }
  return points;
}
