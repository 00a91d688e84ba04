import { z } from 'zod';
import { VIEWS_MAX } from '#contract/limits.ts';
import type { Reading, Readings } from './adapter.ts';

/**
 * Marks a figure that no post can have. Amounts computed from such a figure could exceed the numbers that the
 * database stores.
 */
const IMPOSSIBLE = 'impossible';
type Impossible = typeof IMPOSSIBLE;

const whole = z.int().nonnegative().max(VIEWS_MAX);

/**
 * One count as a platform's API sends it: a number, or a string of digits (YouTube). A negative number, a
 * number above `VIEWS_MAX` and everything else become `IMPOSSIBLE` instead of an error, so that one post does
 * not make the reply about all others unreadable.
 */
export const platformCount = z.union([
  whole,
  z
    .string()
    .regex(/^\d{1,11}$/)
    .transform(Number)
    .pipe(whole),
  z.unknown().transform((): Impossible => IMPOSSIBLE),
]);

type Count = z.output<typeof platformCount>;

interface Counts {
  views?: Count | undefined;
  likes?: Count | undefined;
  comments?: Count | undefined;
  shares?: Count | undefined;
}

/** Returns the figure; null if the platform did not send it, or sent an impossible one. */
export const known = <T>(figure: T | Impossible | undefined): T | null =>
  figure === undefined || figure === IMPOSSIBLE ? null : figure;

/**
 * Returns the counts of one post. Returns null while the platform has no views of it, and `IMPOSSIBLE` if any
 * of its figures is impossible.
 */
export function readingOf(
  { views, likes, comments, shares }: Counts,
  by: Pick<Reading, 'source' | 'countingRule'>,
): Reading | Impossible | null {
  if ([views, likes, comments, shares].includes(IMPOSSIBLE)) return IMPOSSIBLE;
  const seen = known(views);
  if (seen === null) return null;
  return { views: seen, likes: known(likes), comments: known(comments), shares: known(shares), ...by };
}

/**
 * Adds the reading of a post to `readings`. A reading of undefined means that the platform does not show the
 * post.
 */
export function addReading(
  { read, unread }: Readings,
  postId: string,
  reading: Reading | Impossible | null | undefined,
): void {
  if (reading === undefined) unread.set(postId, 'gone');
  else if (reading === null) unread.set(postId, 'no_data');
  else if (reading === IMPOSSIBLE) unread.set(postId, 'impossible');
  else read.set(postId, reading);
}
