import { sql } from 'kysely';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { after, MINUTE } from '#server/infra/clock.ts';
import { textsOf } from '#server/infra/prepared.ts';
import type { Database } from '#server/infra/transaction.ts';

/** If the process that claimed clips dies, the clips are due again after this time. */
const LEASE_MS = 10 * MINUTE;

export interface ClaimedClip {
  submission_id: string;
  connection_id: string;
  platform: PostPlatform;
  post_id: string;
  post_api_id: string | null;
  posted_at: Date;
  tracking_until: Date | null;
  failures: number;
  /** The newest accepted count. `last_fetched_at` is when it was read. */
  views: bigint;
  last_fetched_at: Date | null;
  /** A later count that has not been accepted yet. */
  doubted_views: bigint | null;
  /**
   * When the clip was due: in the future if it was claimed early, together with another clip of its account.
   */
  was_due: Date;
  /** The count that is due is final: it can't be read again later. */
  is_final: boolean;
}

export interface Claim {
  /** Platforms of which all due clips are claimed. */
  open: PostPlatform[];
  /** Platforms on which only calls for final counts are left. */
  finalCounts: PostPlatform[];
  /** Accounts are claimed until this many due clips are found. */
  most: number;
  now: Date;
}

/**
 * Claims due clips for this process by moving their next poll past the lease. Claims whole accounts: with a
 * due clip, all clips of its account that are due now or soon.
 *
 * The order decides which clips are counted when there are not enough calls. First are final counts (the end
 * of a window and its recheck), then all others, each with the longest overdue first. A postponed ordinary
 * count loses a point of a curve; a postponed final count loses its clipper's last views.
 */
export async function claimDue(
  db: Database,
  { open, finalCounts, most, now }: Claim,
): Promise<ClaimedClip[]> {
  const { rows } = await sql<ClaimedClip>`
    with picked as (
      select connection_id from (
        (select t.connection_id, 0 as rank, t.final_by as at
        from unnest(${textsOf([...open, ...finalCounts])}) as p (platform), lateral (
          select connection_id, final_by from clip_tracking
          where platform = p.platform and state = 'polling' and final_by <= ${now} and next_poll_at <= ${now}
          order by final_by limit ${most}) t)
        union all
        (select t.connection_id, 1 as rank, t.next_poll_at as at
        from unnest(${textsOf(open)}) as p (platform), lateral (
          select connection_id, next_poll_at from clip_tracking
          where platform = p.platform and state = 'polling' and next_poll_at <= ${now}
          order by next_poll_at limit ${most}) t)
        order by rank, at limit ${most}) x
    ), mine as materialized (
      -- The lock gives an account to one of two processes; row locks would split it between them.
      select connection_id from (select distinct connection_id from picked) p
      where pg_try_advisory_xact_lock(hashtextextended('count ' || connection_id, 0))
    ), due as (
      select t.submission_id, t.next_poll_at, s.tracking_until
      from clip_tracking t join submissions s on s.id = t.submission_id
      where t.connection_id in (select connection_id from mine) and t.state = 'polling'
        and (t.next_poll_at <= ${now} or t.pull_from <= ${now})
      for update of t skip locked
    )
    update clip_tracking t set next_poll_at = ${after(now, LEASE_MS)}, pull_from = null
    from due where t.submission_id = due.submission_id
    returning t.submission_id, t.connection_id, t.platform, t.post_id, t.post_api_id, t.posted_at, t.failures,
      t.views, t.last_fetched_at, t.doubted_views,
      due.tracking_until, due.next_poll_at as was_due, coalesce(t.final_by <= ${now}, false) as is_final`.execute(
    db,
  );
  return rows.toSorted((a, b) => Number(b.is_final) - Number(a.is_final) || +a.was_due - +b.was_due);
}

/** Makes claimed clips that were not counted due again at their old times. */
export async function giveBack(db: Database, clips: ClaimedClip[], now: Date): Promise<void> {
  if (clips.length === 0) return;
  await sql`
    update clip_tracking t set next_poll_at = r.was_due
    from unnest(${clips.map((clip) => clip.submission_id)}::uuid[], ${clips.map((clip) => clip.was_due)}::timestamptz[])
      as r (id, was_due)
    where t.submission_id = r.id and t.state = 'polling' and t.next_poll_at = ${after(now, LEASE_MS)}`.execute(
    db,
  );
}
