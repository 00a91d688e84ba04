import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { actBy, bySystem, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';

export interface Act {
  payoutId: string;
  /** The person who acts; null for the system, for example when the demo pays its own people. */
  actorId: UserId | null;
  now: Date;
}
export type PersonsAct = Act & { actorId: UserId };
/** An act of the clipper who gets the payout. */
export type ClippersAct = PersonsAct & { clipperId: AccountId };

/**
 * Writes the audit row of an act on a payout, by an admin, a clipper or (if `actorId` is null) the system.
 */
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
