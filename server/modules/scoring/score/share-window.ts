import type { Ramp } from './baselines.ts';
import { along, type Evidence, type Finding } from './signal.ts';

/** People round times: those whom a share sends may seem to arrive this long before it. */
export const EARLY_HOURS = 1;
/** Views of the first hours after a share can be explained in full, those from the last hour on not at all. */
const WINDOW: Ramp = { weak: 12, strong: 36 };

/** Returns how far the views of a stretch of time belong to a share, 0 to 1. */
export function nearness(atHours: number, fromHours: number, toHours: number): number {
  if (toHours <= atHours - EARLY_HOURS) return 0;
  return 1 - along(WINDOW, fromHours - atHours);
}

/** Returns the part of a stretch's views that are in the window of a share. */
export function nearPart(
  { intervals, curve }: Evidence,
  atHours: number,
  stretch: Finding['stretch'],
): number {
  let [all, near] = [0, 0];
  for (let i = 0; i < intervals.count; i++) {
    const [from, to] = [intervals.from[i]!, intervals.to[i]!];
    if (stretch && (to <= stretch.from || from >= stretch.to)) continue;
    all += intervals.views[i]!;
    near += intervals.views[i]! * nearness(atHours, curve.hours[from]!, curve.hours[to]!);
  }
  return all > 0 ? near / all : 0;
}
