import { actBy, writeAudit } from '#server/infra/audit.ts';
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
  await writeAudit(tx, actBy(actorKind, actorId, now), action, 'payout', payoutId, data);
}
