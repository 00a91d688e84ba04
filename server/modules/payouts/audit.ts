import { writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';

export interface Act {
  payoutId: string;
  actorId: string;
  now: Date;
}

/** Audits what a person did with a payout. */
export async function auditPayout(
  tx: Tx,
  actorKind: 'admin' | 'clipper',
  action: string,
  { payoutId, actorId, now }: Act,
  data: Record<string, unknown> = {},
): Promise<void> {
  await writeAudit(tx, {
    at: now,
    actorId,
    actorKind,
    action,
    subjectType: 'payout',
    subjectId: payoutId,
    data,
  });
}

/** Audits a change of a payout or batch that PayPal reported. */
export async function auditBySystem(
  tx: Tx,
  action: string,
  subjectType: 'payout' | 'payout_batch',
  subjectId: string,
  now: Date,
  data: Record<string, unknown> = {},
): Promise<void> {
  await writeAudit(tx, { at: now, actorId: null, actorKind: 'system', action, subjectType, subjectId, data });
}
