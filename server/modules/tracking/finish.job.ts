import { sql } from 'kysely';
import { GONE_GRACE_DAYS, RECHECK_HOURS } from '#contract/limits.ts';
import { postPlatforms } from '#contract/platforms/platforms.ts';
import { SECOND } from '#server/infra/clock.ts';
import { textsOf } from '#server/infra/prepared.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { auditEnd } from './start.ts';

const recheck = sql.raw(`interval '${RECHECK_HOURS} hours'`);
const grace = sql.raw(`interval '${GONE_GRACE_DAYS} days'`);
const BATCH = 500;

/** SQL: clip `t` of submission `s` earns by released analytics, which do not cover its window yet. */
const waitsForFigures = sql`(t.by_figures and not exists (select from clip_counted_stretches k
  where k.submission_id = t.submission_id and k.to_at >= s.tracking_until))`;

/**
 * SQL: clip `t` of submission `s` was counted again after its window, or it is counted by screenshots and no
 * screenshot waits for a decision.
 */
const isComplete = sql`(t.last_fetched_at >= s.tracking_until + ${recheck} and not ${waitsForFigures} or t.count_level = 'attested' and not exists (
  select from view_attestations p where p.submission_id = t.submission_id and p.decision is null and p.replaced_at is null))`;

/**
 * SQL: an audit of a screenshot of clip `t` waits for a fresh one, which can only be sent while the clip is
 * counted.
 */
const isAudited = sql`exists (select from attestation_audits a join fraud_holds h on h.id = a.fraud_hold_id
  where a.submission_id = t.submission_id and h.state = 'open')`;

/**
 * Ends the counting of clips that were counted again three days after their window. A clip that can't be
 * counted any more, or whose last days have no analytics, ends a week later at its last count, so that the
 * host's budget is not bound for ever. A clip with an open audit is waited for, because the audit has its own
 * deadline.
 */
export function finishJob(db: Database): Job {
  return {
    name: 'counting.finish',
    everyMs: 10 * SECOND,
    async run(now) {
      while ((await transact(db, (tx) => finishDue(tx, now))) === BATCH);
    },
    isIdleUntilDue: true,
    nextDueAt: () => sql`
        select min(s.tracking_until + ${recheck}
          + case when ${isComplete} then interval '0' else ${grace} end) as at
        from submissions s join clip_tracking t on t.submission_id = s.id
        where s.status = 'approved' and t.state = 'polling' and not ${isAudited}`,
  };
}

/**
 * SQL: clips that may end, because they have no final count ahead and the recheck after their window is past.
 * There are few of them, found by indexes. The ids are an array, because PostgreSQL would otherwise expect
 * many and read all clips.
 */
const candidates = (now: Date) => sql`
  select final.submission_id from unnest(${textsOf(postPlatforms)}) as p (platform), lateral (
    select submission_id from clip_tracking where platform = p.platform and state = 'polling' and final_by <= ${now}) final
  union all
  select submission_id from clip_tracking
  where state = 'polling' and final_by is null and posted_at <= ${now}::timestamptz - ${recheck}`;

async function finishDue(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ submission_id: string; views: bigint; eligible_views: bigint }>`
    with due as (
      select t.submission_id from clip_tracking t join submissions s on s.id = t.submission_id
      where t.submission_id = any(array(${candidates(now)}))
        and t.state = 'polling' and s.status = 'approved' and s.tracking_until + ${recheck} <= ${now}
        and (${isComplete} or s.tracking_until + ${recheck} + ${grace} <= ${now}) and not ${isAudited}
      order by t.submission_id limit ${BATCH} for update of t skip locked
    )
    update clip_tracking t set state = 'finished', next_poll_at = null
    from due where due.submission_id = t.submission_id
    returning t.submission_id, t.views, t.eligible_views`.execute(tx);
  for (const clip of rows) await auditEnd(tx, 'clip.finished', clip, now);
  return rows.length;
}
