import { actBy, bySystem, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';

export interface Act {
  payoutId: string;
  /** Null: nobody; the demo pays what is on its way to its own people. */
  actorId: string | null;
  now: Date;
}
export type PersonsAct = Act & { actorId: string };

/** Audits what was done with a payout by a person of this kind, or by nobody. */
export async function auditPayout(
  tx: Tx,
  actorKind: 'admin' | 'clipper',
  action: string,
  { payoutId, actorId, now }: Act,
  data: Record<string, unknown> = {},
): Promise<void> {
  const by = actorId === null ? bySystem(now) : actBy(actorKind, actorId, now);
  await writeAudit(tx, by, action, 'payout', payoutId, data);
}
