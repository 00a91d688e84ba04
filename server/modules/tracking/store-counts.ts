import { sql } from 'kysely';
import { after } from '#server/infra/clock.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { Reading } from '#server/modules/connections/connections.ts';
import { DENSE_FOR, isJump, mayOnlyFall, nextPoll } from './schedule.ts';
import { unseenViews } from './start.ts';

/**
 * Stores counts of clips that were read at one moment, by submission, in three statements for any number of
 * clips. Returns the clips that are still counted. Nothing is stored for a clip whose counting ended during
 * the call: its figure is final, and its data may no longer be stored. `wasDue` holds the due times of clips
 * that were counted early.
 */
export async function storeCounts(
  tx: Tx,
  read: Map<string, Reading>,
  now: Date,
  wasDue: Map<string, Date> = new Map(),
): Promise<string[]> {
  if (read.size === 0) return [];
  const tracked = await lockTracked(tx, [...read.keys()]);
  if (tracked.length === 0) return [];
  const counts = tracked.map((clip) => ({ id: clip.submission_id, ...read.get(clip.submission_id)! }));
  await storeUnseen(tx, tracked, read, now);
  await insertSnapshots(tx, counts, now);
  const next = tracked.map((clip, at) => {
    const count = counts[at]!;
    const dense = isJump(Number(clip.views), count.views) ? after(now, DENSE_FOR) : clip.dense_until;
    const payable = max(0n, BigInt(count.views) - clip.excluded_views);
    const settled = clip.stopped_at !== null || mayOnlyFall(now, clip.tracking_until, clip.last_fetched_at);
    return {
      ...count,
      dense,
      eligible: settled ? min(clip.eligible_views, payable) : payable,
      ...nextPoll({
        postedAt: clip.posted_at,
        now,
        denseUntil: dense,
        trackingUntil: clip.tracking_until,
        wasDue: wasDue.get(clip.submission_id) ?? now,
      }),
      // Two counts at the same moment are one snapshot.
      isNew: clip.last_fetched_at?.getTime() !== now.getTime(),
    };
  });
  await sql`
    update clip_tracking t set views = r.views, likes = r.likes, comments = r.comments, shares = r.shares,
      eligible_views = r.eligible, snapshot_count = t.snapshot_count + r.is_new::int, last_fetched_at = ${now},
      dense_until = r.dense, next_poll_at = case when t.count_level = 'platform' then r.poll end,
      pull_from = case when t.count_level = 'platform' then r.pull_from end, final_by = r.final_by,
      missing_since = null, doubted_views = null, failures = 0, trouble = null, trouble_detail = null
    from unnest(${next.map(({ id }) => id)}::uuid[], ${column(next, 'views')}::bigint[], ${column(next, 'likes')}::bigint[],
      ${column(next, 'comments')}::bigint[], ${column(next, 'shares')}::bigint[],
      ${next.map(({ eligible }) => eligible)}::bigint[], ${next.map(({ dense }) => dense)}::timestamptz[],
      ${next.map(({ at }) => at)}::timestamptz[], ${next.map(({ pullFrom }) => pullFrom)}::timestamptz[],
      ${next.map(({ finalBy }) => finalBy)}::timestamptz[], ${next.map(({ isNew }) => isNew)}::boolean[])
      as r (id, views, likes, comments, shares, eligible, dense, poll, pull_from, final_by, is_new)
    where t.submission_id = r.id`.execute(tx);
  return counts.map(({ id }) => id);
}

/** Locks the clips in id order, so that two processes that count the same clips wait for each other. */
const lockTracked = (tx: Tx, ids: string[]) =>
  tx
    .selectFrom('clip_tracking as t')
    .innerJoin('submissions as s', 's.id', 't.submission_id')
    // A clip whose caption was not fixed in time earns nothing until it is fixed.
    .leftJoin('caption_checks as w', 'w.submission_id', 't.submission_id')
    .select([
      't.submission_id',
      't.views',
      't.dense_until',
      't.eligible_views',
      't.excluded_views',
      't.last_fetched_at',
      't.platform',
      't.post_id',
      't.posted_at',
      't.count_level',
      's.tracking_until',
      'w.stopped_at',
    ])
    .where('t.submission_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('t.state', '=', 'polling')
    .orderBy('t.submission_id')
    .forUpdate('t')
    .execute();

/**
 * Stores how many views nobody saw arriving, for clips whose platform gave no count at submission: the first count
 * may be days later. Call it before the count's snapshot is stored.
 */
async function storeUnseen(
  tx: Tx,
  tracked: Awaited<ReturnType<typeof lockTracked>>,
  read: Map<string, Reading>,
  now: Date,
): Promise<void> {
  const first = tracked.filter((clip) => clip.last_fetched_at === null && clip.count_level === 'platform');
  for (const { submission_id, platform, post_id: postId, posted_at: postedAt } of first) {
    const unseen = await unseenViews(tx, { platform, postId, postedAt }, read.get(submission_id)!, now);
    await tx
      .updateTable('clip_tracking')
      .set({ unseen_views: unseen })
      .where('submission_id', '=', submission_id)
      .execute();
  }
}

type Count = Reading & { id: string };

/** Leaves an existing snapshot of this moment unchanged. */
export async function insertSnapshots(tx: Tx, counts: Count[], now: Date): Promise<void> {
  await sql`
    insert into view_snapshots
      (submission_id, fetched_at, views, likes, comments, shares, source, counting_rule)
    select r.id, ${now}::timestamptz, r.views, r.likes, r.comments, r.shares, r.source, r.rule
    from unnest(${counts.map(({ id }) => id)}::uuid[], ${column(counts, 'views')}::bigint[],
      ${column(counts, 'likes')}::bigint[], ${column(counts, 'comments')}::bigint[],
      ${column(counts, 'shares')}::bigint[], ${counts.map(({ source }) => source)}::text[],
      ${counts.map(({ countingRule }) => countingRule)}::text[]) as r (id, views, likes, comments, shares, source, rule)
    on conflict (submission_id, fetched_at) do nothing`.execute(tx);
}

const column = (counts: Count[], name: 'views' | 'likes' | 'comments' | 'shares') =>
  counts.map((count) => count[name]);

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
