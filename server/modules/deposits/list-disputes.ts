import { sql } from 'kysely';
import type { AdminDepositShown } from '#contract/admin/admin-deposits.ts';
import type { Database } from '#server/infra/transaction.ts';

export type Dispute = AdminDepositShown['disputes'][number];

/** Returns the disputes of each of these deposits, newest first. */
export async function disputesOf(db: Database, depositIds: string[]): Promise<Map<string, Dispute[]>> {
  if (depositIds.length === 0) return new Map();
  const { rows } = await sql<Dispute & { depositId: string }>`
    select c.deposit_id as "depositId", d.id, d.reason, d.amount_micros as "amountMicros", d.opened_at as "openedAt",
      d.evidence_due_at as "evidenceDueAt", d.has_evidence as "hasEvidence", d.outcome, d.closed_at as "closedAt",
      d.host_micros as "hostMicros", d.loss_micros as "lossMicros", d.booked_fee_micros as "feeMicros"
    from card_payments c join deposit_disputes d on d.payment_intent = c.payment_intent
    where c.deposit_id = any(${depositIds}::uuid[])
    order by d.opened_at desc, d.id desc`.execute(db);
  const found = new Map<string, Dispute[]>();
  for (const { depositId, ...dispute } of rows)
    found.set(depositId, [...(found.get(depositId) ?? []), dispute]);
  return found;
}
