import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import { after, DAY } from './clock.ts';
import { newId } from './id.ts';
import type { Job } from './tick.ts';
import type { Database, Tx } from './transaction.ts';

export interface Doer {
  actorId: UserId | null;
  actorKind: 'host' | 'clipper' | 'admin' | 'system' | 'anonymous';
}

export type Act = Doer & { at: Date };

/** The person or admin who acts. `kind` is null for a person who has no role yet. */
export const actBy = (kind: Doer['actorKind'] | null, actorId: UserId | null, at: Date): Act => ({
  at,
  actorId,
  actorKind: kind ?? 'anonymous',
});

/** The platform as the actor, when a job or an event of a payment processor makes the change. */
export const SYSTEM: Doer = { actorId: null, actorKind: 'system' };

export const bySystem = (at: Date): Act => ({ at, ...SYSTEM });

/**
 * Records who did what to what; call it in the transaction of the change. `action` is noun.verb, e.g.
 * "listing.posted". `data` never holds secrets, tokens or passwords; bigints are written as decimal strings.
 */
export async function writeAudit(
  tx: Tx,
  act: Act,
  action: string,
  subjectType: string,
  subjectId: string | null,
  data: Record<string, unknown> = {},
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      id: newId(),
      occurred_at: act.at,
      actor_id: act.actorId,
      actor_kind: act.actorKind,
      action,
      subject_type: subjectType,
      subject_id: subjectId,
      data: JSON.stringify(data, storable),
    })
    .execute();
}

/** Converts values that a JSON column does not accept: bigints, and texts with half of a surrogate pair. */
function storable(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return typeof value === 'string' ? value.toWellFormed() : value;
}

const BATCH = 1_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Once a day, deletes the audit rows whose retention has ended, in batches of one transaction each. */
export function forgetOldAudit(db: Database): Job {
  let next = 0;
  return {
    name: 'audit.forget-old',
    async run(now, signal) {
      if (now.getTime() < next) return;
      // The position is a string, because a Date has no microseconds: the last rows of a batch would be read
      // again.
      let [at, id] = ['-infinity', NO_ID];
      while (!signal?.aborted) {
        const { rows } = await sql<{ last_at: string; last_id: string }>`
          select last_at, last_id from expire_audit_rows(${now}, ${at}::timestamptz, ${id}, ${BATCH})`.execute(
          db,
        );
        const [last] = rows;
        if (!last) {
          next = after(now, DAY).getTime();
          return;
        }
        [at, id] = [last.last_at, last.last_id];
      }
    },
  };
}
