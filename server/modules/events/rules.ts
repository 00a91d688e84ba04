import { DAY, MINUTE, SECOND } from '#server/infra/clock.ts';

/** Events older than this are deleted. */
export const EVENT_DAYS = 7;
/**
 * A page that received no events for longer than this reloads. Older events still exist, but reading all of
 * them would take longer than a reload.
 */
const RESUMED_MS = DAY;
/** Tolerated difference between the clocks of two processes. A position further in the future is forged. */
const CLOCKS_DIFFER_MS = MINUTE;
/** The most events of one reading. If there are more events, pages reload. */
export const MOST_EVENTS = 5_000;
/**
 * The most events sent to one stream at once. If there are more, the page reloads, which costs both sides
 * less.
 */
export const MOST_SENT = 500;

const FORM = /^(\d{10,12})\.(\d{1,20}:\d{1,20}:[\d,]{0,3000})$/;

/** Encodes a reader's position: the snapshot that contains everything read, and its time. */
export const positionOf = (snapshot: string, now: Date): string =>
  `${Math.floor(now.getTime() / SECOND)}.${snapshot}`;

/** Parses a position sent by a client. Returns null if reading can't resume from it. */
export function snapshotOf(position: string, now: Date): string | null {
  const [, seconds, snapshot] = FORM.exec(position) ?? [];
  if (!snapshot) return null;
  const age = now.getTime() - Number(seconds) * SECOND;
  if (age > RESUMED_MS || age < -CLOCKS_DIFFER_MS) return null;
  return isSnapshot(snapshot) ? snapshot : null;
}

const XID_MAX = 2n ** 63n;

/**
 * Whether PostgreSQL accepts the text as a pg_snapshot. It has three parts: xmin, xmax, and the ids still in
 * progress, in order and between the two.
 */
function isSnapshot(text: string): boolean {
  const [low, high, list = ''] = text.split(':');
  const [xmin, xmax] = [BigInt(low!), BigInt(high!)];
  if (xmin === 0n || xmax < xmin || xmax >= XID_MAX) return false;
  const writing = list === '' ? [] : list.split(',');
  if (writing.includes('')) return false;
  const ids = writing.map(BigInt);
  return ids.every((id, at) => id >= xmin && id < xmax && (at === 0 || id > ids[at - 1]!));
}
