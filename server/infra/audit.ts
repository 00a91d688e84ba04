import { sql } from 'kysely';
import { after, DAY } from './clock.ts';
import { newId } from './id.ts';
import type { Job } from './tick.ts';
import type { Database, Tx } from './transaction.ts';

export interface AuditEntry {
  at: Date;
  actorId: string | null;
  actorKind: 'host' | 'clipper' | 'admin' | 'system' | 'anonymous';
  /** noun.verb, e.g. "listing.posted" */
  action: string;
  subjectType: string;
  subjectId: string | null;
  /** Never secrets, tokens or passwords. Bigints are written as decimal strings. */
  data?: Record<string, unknown>;
  requestId?: string;
}

/** Writes who did what, in the transaction of the change itself. */
export async function writeAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      id: newId(),
      occurred_at: entry.at,
      actor_id: entry.actorId,
      actor_kind: entry.actorKind,
      action: entry.action,
      subject_type: entry.subjectType,
      subject_id: entry.subjectId,
      data: JSON.stringify(entry.data ?? {}, storable),
      request_id: entry.requestId ?? null,
    })
    .execute();
}

/** A column of JSON takes no bigint, and no half of a surrogate pair, which a text may hold. */
function storable(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return typeof value === 'string' ? value.toWellFormed() : value;
}

const BATCH = 1_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Once a day: deletes the rows whose life is over, in batches with a transaction each. */
export function forgetOldAudit(db: Database): Job {
  let next = 0;
  return {
    name: 'audit.forget-old',
    async run(now, signal) {
      if (now.getTime() < next) return;
      // As text: a Date has no microseconds, and a row would be looked at again and again.
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
