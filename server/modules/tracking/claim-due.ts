import { sql } from 'kysely';
import type { PostPlatform } from '#contract/platforms.ts';
import { after, MINUTE } from '#server/infra/clock.ts';
import { textsOf } from '#server/infra/prepared.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Claimed clips are due again after this long if the process that claimed them died. */
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
  /** The newest count that was believed, and when it was read. */
  views: bigint;
  last_fetched_at: Date | null;
  /** A later one that was not. */
  doubted_views: bigint | null;
  /** When it was due; later than now for one that comes along with another clip of its account. */
  was_due: Date;
  /** Its moment does not come again. */
  is_final: boolean;
}

export interface Claim {
  /** Platforms of which every due clip is taken. */
  open: PostPlatform[];
  /** Platforms that have calls left only for counts whose moment does not come again. */
  finalCounts: PostPlatform[];
  /** Accounts are taken until so many due clips are found. */
  most: number;
  now: Date;
}

/**
 * Takes due clips for this process by moving their next poll past the lease, whole accounts at a time: with a clip come
 * all clips of its account that are due or soon will be.
 *
 * This is the order in which clips are counted when not all can be: first the counts whose moment does not come again, the
 * end of a window and its recheck, the longest overdue first; then everything else, the longest overdue first. Ordinary
 * counts that are put off lose a point of a curve; a final one that is put off loses its clipper's last views.
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
      -- Of two processes that claim at once one has the account: row by row each would have a part of it.
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

/** Makes clips that were claimed and not counted due again, as they were. */
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
