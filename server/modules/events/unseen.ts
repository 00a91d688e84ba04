import { type RawBuilder, sql } from 'kysely';

/**
 * Matches rows of `events` from transactions that were not committed in the snapshot `since`. No transaction
 * is skipped: even if it got its id early and commits late, no earlier snapshot contains it. Reads the
 * primary key from the snapshot's xmin.
 */
export const isUnseen = (since: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  events.xid >= pg_snapshot_xmin(${since}) and not pg_visible_in_snapshot(events.xid, ${since}))`;

/** Whether a snapshot is from another database with higher transaction ids than this one has assigned. */
export const isOfOtherDatabase = (snapshot: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(pg_snapshot_xmax(${snapshot}) > pg_snapshot_xmax(pg_current_snapshot()))`;
