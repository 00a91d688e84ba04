import { type RawBuilder, sql } from 'kysely';

/**
 * Of `events`: what transactions wrote that a snapshot did not see committed. However transactions overlap none is skipped:
 * one that took its number early and commits late is visible in no snapshot before. By the primary key from its xmin on.
 */
export const isUnseen = (since: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  events.xid >= pg_snapshot_xmin(${since}) and not pg_visible_in_snapshot(events.xid, ${since}))`;

/** Whether a snapshot was taken in another database than this one, which has not given out so many numbers yet. */
export const isOfOtherDatabase = (snapshot: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(pg_snapshot_xmax(${snapshot}) > pg_snapshot_xmax(pg_current_snapshot()))`;
