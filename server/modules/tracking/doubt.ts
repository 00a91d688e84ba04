import { sql } from 'kysely';
import { HOUR } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { Reading } from '#server/modules/connections/connections.ts';
import type { ClaimedClip } from './claim-due.ts';
import { recordFailure } from './put-off.ts';

/** New views in an hour above which a count is doubted: no platform ever reported a video with more. */
const VIEWS_AN_HOUR_MAX = 100_000_000;
/** After a count of at least this many views, a count below a hundredth of it is doubted. */
const FALLS_FROM = 1_000;

export type Recounted = Pick<ClaimedClip, 'views' | 'last_fetched_at' | 'doubted_views' | 'posted_at'>;

/**
 * Returns whether a count is too far from the previous one to be right: it fell to almost nothing, or grew
 * faster than any video ever did. If the same count is read twice, it is accepted, because platforms do
 * remove views.
 */
export function isDoubtful(clip: Recounted, views: number, now: Date): boolean {
  const before = Number(clip.views);
  const hours = Math.max(1, (now.getTime() - (clip.last_fetched_at ?? clip.posted_at).getTime()) / HOUR);
  const isFar = (before >= FALLS_FROM && views * 100 < before) || views - before > hours * VIEWS_AN_HOUR_MAX;
  return isFar && !(clip.doubted_views !== null && isAlike(Number(clip.doubted_views), views));
}

const isAlike = (a: number, b: number): boolean =>
  Math.max(a, b) < FALLS_FROM || Math.min(a, b) * 2 > Math.max(a, b);

/**
 * Stores counts that are not accepted yet and schedules another reading within minutes. The previous accepted
 * count stays.
 */
export async function recordDoubted(
  db: Database,
  clips: readonly ClaimedClip[],
  read: ReadonlyMap<string, Reading>,
  now: Date,
): Promise<void> {
  for (const clip of clips) {
    const { views } = read.get(clip.post_id)!;
    const detail = `${views} views after ${clip.views}`;
    await recordFailure(db, [clip], { trouble: 'impossible_count', detail }, now);
    await sql`
      update clip_tracking set doubted_views = ${views}
      where submission_id = ${clip.submission_id} and state = 'polling'`.execute(db);
  }
}
