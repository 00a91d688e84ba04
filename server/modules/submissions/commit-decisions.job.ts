import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { stopTracking } from '#server/modules/tracking/tracking.ts';
import { readNewClipNotices } from './new-clip-notices.ts';
import { type DecidedClip, notifyDecision } from './notify-decision.ts';

interface Committed extends DecidedClip {
  decision_by: UserId | null;
}

/** Makes decisions effective after their ten seconds. Status and notification are written in one transaction. */
export function commitDecisionsJob(db: Database): Job {
  return {
    name: 'submissions.commit-decisions',
    async run(now) {
      await transact(db, async (tx) => {
        const committed = await commitDue(tx, now);
        const rejected = committed.filter((clip) => clip.status === 'rejected').map((clip) => clip.id);
        await stopTracking(tx, rejected);
        await readNewClipNotices(
          tx,
          committed.map(({ id }) => id),
          now,
        );
        for (const clip of committed) {
          await notifyDecision(tx, clip, { actorId: clip.decision_by, actorKind: 'host' }, now);
        }
      });
    },
    isIdleUntilDue: true,
    nextDueAt: () =>
      db
        .selectFrom('submissions')
        .select(sql<Date | null>`min(decision_commits_at)`.as('at'))
        .where('decision', 'is not', null),
  };
}

async function commitDue(tx: Tx, now: Date): Promise<Committed[]> {
  const result = await sql<Committed>`
    with due as (
      select s.id, s.decision, s.decision_by from submissions s
      where s.decision is not null and s.decision_commits_at <= ${now}
      order by s.id limit 500 for no key update of s skip locked
    )
    update submissions s set
      status = case when due.decision = 'approve' then 'approved' else 'rejected' end,
      decided_at = ${now},
      approved_at = case when due.decision = 'approve' then ${now}::timestamptz end,
      approved_how = case when due.decision = 'approve' then 'host' end,
      tracking_until = case when due.decision = 'approve' then ${now}::timestamptz + v.tracking_days * interval '1 day' end,
      decision = null, decision_commits_at = null
    from due, listing_versions v
    where s.id = due.id and v.listing_id = s.listing_id and v.version = s.listing_version
    returning s.id, s.status, s.clipper_id, v.title, s.reject_reason, s.reject_note, due.decision_by`.execute(
    tx,
  );
  return result.rows;
}
