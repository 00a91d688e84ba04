import { type ClipAnalytics, releasedFigures } from '#contract/clips/clip-analytics.ts';
import type { Database } from '#server/infra/transaction.ts';

/**
 * Returns the readings of a clip, with figures only for its clipper. Returns null if its owner releases no
 * analytics or no reading was due yet.
 */
export async function showAnalytics(
  db: Database,
  submissionId: string,
  isClipper: boolean,
): Promise<ClipAnalytics | null> {
  const clip = await db
    .selectFrom('clip_analytics as a')
    .innerJoin('clip_tracking as t', 't.submission_id', 'a.submission_id')
    .select(['a.read_at', 'a.until_at', 'a.figures', 'a.next_read_at', 'a.trouble', 't.state'])
    .where('a.submission_id', '=', submissionId)
    .executeTakeFirst();
  if (!clip) return null;
  return {
    readAt: clip.read_at,
    until: clip.until_at,
    nextReadAt: clip.state === 'polling' ? clip.next_read_at : null,
    trouble: clip.state === 'polling' ? clip.trouble : null,
    figures: isClipper && clip.figures !== null ? releasedFigures.parse(clip.figures) : null,
  };
}
