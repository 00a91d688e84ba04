import type { SnapshotReading } from '#server/modules/scoring/score/history.ts';
import { scoreClip } from '#server/modules/scoring/score/score.ts';
import type { LabelledClip } from './population.ts';

/** Whether the clip is held at any of its readings, as its clipper would experience it. */
export function everHeld({ history }: LabelledClip): boolean {
  return history.snapshots.some(
    (_, end) =>
      end > 4 && scoreClip({ ...history, snapshots: history.snapshots.slice(0, end + 1) }).band === 'hold',
  );
}

/**
 * Returns the hours from the purchase to the first reading at which the clip is held; null if it never is.
 */
export function hoursToHold({ history, boughtAtHours }: LabelledClip): number | null {
  if (boughtAtHours === undefined) return null;
  const { snapshots } = history;
  for (let end = 0; end < snapshots.length; end++) {
    const at = hoursOf(snapshots[end]!);
    if (at < Math.max(24, boughtAtHours)) continue;
    if (scoreClip({ ...history, snapshots: snapshots.slice(0, end + 1) }).band === 'hold')
      return at - boughtAtHours;
  }
  return null;
}

const hoursOf = (snapshot: SnapshotReading) => ('hours' in snapshot ? snapshot.hours : 0);

/** Returns the quantile of the values: about `share` of them are below it. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
