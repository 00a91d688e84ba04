import { type ClipBook, isHeld } from './books.ts';

const HOUR = 3_600_000;
/** The first count at the end of the window, or within this time after it, is the final one. */
const FINAL_COUNT_HOURS = 2;

/**
 * Returns the counted views. These are the latest count in the window, then the final count, which later
 * counts can only lower. `most` is the highest count that was ever counted so.
 */
function countsOf({ windowEnd: end, stoppedAt, snapshots }: ClipBook): { counted: number; most: number } {
  let counted = 0;
  let most = 0;
  let isFinal = false;
  for (const { at, views } of snapshots) {
    if (stoppedAt && at > stoppedAt) break;
    if (!end || at < end) counted = views;
    else if (!isFinal && at.getTime() - end.getTime() <= FINAL_COUNT_HOURS * HOUR) {
      counted = views;
      isFinal = true;
    } else counted = Math.min(counted, views);
    most = Math.max(most, counted);
  }
  return { counted, most };
}

export const countedViews = (clip: ClipBook): number => countsOf(clip).counted;

interface Range {
  from: number;
  to: number;
}

/** Returns the same views as disjoint ranges in rising order, up to `most`. */
function disjoint(ranges: Iterable<Range>, most: number): Range[] {
  const found: Range[] = [];
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    const start = Math.max(from, found.at(-1)?.to ?? 0);
    const end = Math.min(to, most);
    if (end > start) found.push({ from: start, to: end });
  }
  return found;
}

export interface Views {
  /** The number of views that decisions excluded. If the counter falls, all of them stay excluded. */
  excluded: number;
  /** The number of counted views that are not excluded: the first ones of the counter outside all exclusions. */
  eligible: number;
  /** The number of eligible views in the range of an open hold. */
  held: number;
}

/** Divides the counted views by their positions on the counter. */
export function divideViews(clip: ClipBook): Views {
  const { counted, most } = countsOf(clip);
  const gaps = disjoint(clip.excluded.values(), most);
  const excluded = gaps.reduce((views, { from, to }) => views + to - from, 0);
  const eligible = Math.max(0, counted - excluded);
  let [place, left, held] = [0, eligible, 0];
  for (const gap of [...gaps, { from: Infinity, to: Infinity }]) {
    const end = Math.min(gap.from, place + left);
    if (isHeld(clip)) held += inside(clip.hold!, place, end);
    left -= Math.max(0, end - place);
    place = gap.to;
  }
  return { excluded, eligible, held };
}

const inside = ({ from, to }: { from: number; to: number | null }, start: number, end: number): number =>
  Math.max(0, Math.min(end, to ?? end) - Math.max(start, from));
