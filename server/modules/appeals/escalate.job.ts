import { sql } from 'kysely';
import { HOLD_SCORE } from '#contract/limits.ts';
import { writeAudit } from '#server/infra/audit.ts';
import { forEachSettled } from '#server/infra/for-each-settled.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import { overturnAppeal } from './decide.ts';
import type { AppealDeps } from './file.ts';

const BATCH = 200;
const BY_TIME = `Nobody decided in time, and the score is under ${HOLD_SCORE}.`;

interface Overdue {
  id: string;
  fraud_hold_id: string | null;
  is_low: boolean;
}

/**
 * What happens to an appeal that nobody decides: views on hold with a score under 60 are released; a rejection, a higher
 * score, or an audit without a fresh screenshot moves to the top of the admins' queue and is never paid automatically.
 */
export function escalateJob(db: Database, deps: AppealDeps): Job {
  return {
    name: 'appeals.escalate',
    async run(now) {
      await forEachSettled(await findOverdue(db, now), async (appeal) => {
        if (appeal.fraud_hold_id && appeal.is_low) {
          await overturnAppeal(db, { appealId: appeal.id, adminId: null, note: BY_TIME, now }, deps);
        } else await transact(db, (tx) => escalate(tx, appeal.id, now));
      });
    },
    async nextDueAt() {
      const row = await db
        .selectFrom('appeals')
        .select(sql<Date | null>`min(decide_by)`.as('at'))
        .where('state', '=', 'open')
        .executeTakeFirst();
      return row?.at ?? null;
    },
  };
}

async function findOverdue(db: Database, now: Date): Promise<Overdue[]> {
  const { rows } = await sql<Overdue>`
    select a.id, a.fraud_hold_id, coalesce((t.band = 'clean' or t.score < ${HOLD_SCORE}) and not exists (
        select from fraud_holds h where h.id = a.fraud_hold_id and (h.identity_match_id is not null
          or exists (select from attestation_audits pa where pa.fraud_hold_id = h.id))), false) as is_low
    from appeals a join clip_tracking t on t.submission_id = a.submission_id
    where a.state = 'open' and a.decide_by <= ${now} order by a.id limit ${BATCH}`.execute(db);
  return rows;
}

async function escalate(tx: Tx, appealId: string, now: Date): Promise<void> {
  const escalated = await tx
    .updateTable('appeals')
    .set({ state: 'escalated' })
    .where('id', '=', appealId)
    .where('state', '=', 'open')
    .returning(['submission_id', 'clipper_id'])
    .executeTakeFirst();
  if (!escalated) return;
  await writeAudit(tx, {
    at: now,
    actorId: null,
    actorKind: 'system',
    action: 'appeal.escalated',
    subjectType: 'submission',
    subjectId: escalated.submission_id,
    data: { appealId },
  });
  await notify(
    tx,
    {
      userId: escalated.clipper_id,
      kind: 'appeal.escalated',
      title: 'Your appeal is taking longer',
      body: 'Your appeal was not decided within 7 days, so it is now first in the queue. You lose nothing in the meantime.',
      link: `/clipper/submissions/${escalated.submission_id}`,
    },
    now,
  );
}
