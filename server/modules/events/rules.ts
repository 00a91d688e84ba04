import { DAY, MINUTE, SECOND } from '#server/infra/clock.ts';

/** Older events are forgotten. */
export const EVENT_DAYS = 7;
/** A stream that was away longer loads its page anew: events are kept longer, but to read them all would take longer. */
const RESUMED_MS = DAY;
/** Between the clocks of two processes; a position from later is made up. */
const CLOCKS_DIFFER_MS = MINUTE;
/** Read at once; where there are more, pages load anew. */
export const MOST_EVENTS = 5_000;
/** Sent at once to one stream; who has more loads the page anew, which costs both sides less. */
export const MOST_SENT = 500;

const FORM = /^(\d{10,12})\.(\d{1,20}:\d{1,20}:[\d,]{0,3000})$/;

/** Names what a reader has read: everything that a snapshot of the database saw, and when that was. */
export const positionOf = (snapshot: string, now: Date): string =>
  `${Math.floor(now.getTime() / SECOND)}.${snapshot}`;

/** The snapshot of a position, which comes from a client; null where nothing can be resumed from it. */
export function snapshotOf(position: string, now: Date): string | null {
  const [, seconds, snapshot] = FORM.exec(position) ?? [];
  if (!snapshot) return null;
  const age = now.getTime() - Number(seconds) * SECOND;
  if (age > RESUMED_MS || age < -CLOCKS_DIFFER_MS) return null;
  return isSnapshot(snapshot) ? snapshot : null;
}

const XID_MAX = 2n ** 63n;

/** What PostgreSQL takes as a pg_snapshot: xmin, xmax, and in order between them those that were still writing. */
function isSnapshot(text: string): boolean {
  const [low, high, list = ''] = text.split(':');
  const [xmin, xmax] = [BigInt(low!), BigInt(high!)];
  if (xmin === 0n || xmax < xmin || xmax >= XID_MAX) return false;
  const writing = list === '' ? [] : list.split(',');
  if (writing.includes('')) return false;
  const ids = writing.map(BigInt);
  return ids.every((id, at) => id >= xmin && id < xmax && (at === 0 || id > ids[at - 1]!));
}
