import { newId } from './id.ts';
import type { Tx } from './transaction.ts';

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
