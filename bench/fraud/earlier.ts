import type { LabelledClip } from './population.ts';
import type { Random } from './random.ts';

/**
 * Returns the clip's history up to an earlier time, at least a day after the purchase, because before that a
 * bought clip looks honest.
 */
export function earlier(
  random: Random,
  { history, boughtAtHours, scenario }: LabelledClip,
): LabelledClip['history'] {
  const hoursOf = (i: number) => {
    const snapshot = history.snapshots[i];
    return snapshot && 'hours' in snapshot ? snapshot.hours : 0;
  };
  const end = hoursOf(history.snapshots.length - 1);
  const from = scenario.fraud ? Math.max(30, (boughtAtHours ?? end) + 24) : 26;
  const until = from < end ? random.logBetween(from, end) : end;
  return { ...history, snapshots: history.snapshots.filter((_, i) => hoursOf(i) <= until) };
}
