import { sql } from 'kysely';
import type { AdminDepositShown } from '#contract/admin/admin-deposits.ts';
import { micros } from '#contract/money.ts';
import type { Database } from '#server/infra/transaction.ts';

export type Dispute = AdminDepositShown['disputes'][number];

interface Row {
  deposit_id: string;
  id: string;
  reason: string;
  amount_micros: bigint;
  opened_at: Date;
  evidence_due_at: Date | null;
  has_evidence: boolean;
  outcome: Dispute['outcome'];
  closed_at: Date | null;
  host_micros: bigint;
  loss_micros: bigint;
  fee_micros: bigint;
}

/** Returns the disputes of each of these deposits, newest first. */
export async function disputesOf(db: Database, depositIds: string[]): Promise<Map<string, Dispute[]>> {
  if (depositIds.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select c.deposit_id, d.id, d.reason, d.amount_micros, d.opened_at, d.evidence_due_at, d.has_evidence, d.outcome,
      d.closed_at, d.host_micros, d.loss_micros, d.booked_fee_micros as fee_micros
    from card_payments c join deposit_disputes d on d.payment_intent = c.payment_intent
    where c.deposit_id = any(${depositIds}::uuid[])
    order by d.opened_at desc, d.id desc`.execute(db);
  const found = new Map<string, Dispute[]>();
  for (const row of rows) found.set(row.deposit_id, [...(found.get(row.deposit_id) ?? []), asDispute(row)]);
  return found;
}

const asDispute = (row: Row): Dispute => ({
  id: row.id,
  reason: row.reason,
  amountMicros: micros(row.amount_micros),
  openedAt: row.opened_at,
  evidenceDueAt: row.evidence_due_at,
  hasEvidence: row.has_evidence,
  outcome: row.outcome,
  closedAt: row.closed_at,
  hostMicros: micros(row.host_micros),
  lossMicros: micros(row.loss_micros),
  feeMicros: micros(row.fee_micros),
});
