import { writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';

export interface Act {
  payoutId: string;
  actorId: string;
  now: Date;
}

/** What a person did with a payout. */
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

/** What happened to a payout or a batch because PayPal said so. */
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
