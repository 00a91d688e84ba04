import { sql } from 'kysely';
import type { AgreementRow } from '#contract/agreements.ts';
import { micros } from '#contract/money.ts';
import { isWaiting } from '#server/infra/second-admin.ts';
import type { Database } from '#server/infra/transaction.ts';

/** What one admin has agreed to and a second one has not done yet, oldest first. */
export async function openAgreements(db: Database, adminId: string, now: Date): Promise<AgreementRow[]> {
  const { rows } = await sql<Omit<AgreementRow, 'amountMicros'> & { amount: bigint }>`
    select a.action, a.subject_id as "subjectId", a.summary, a.amount_micros as amount, u.name as by,
      a.admin_id = ${adminId} as own, a.agreed_at as "agreedAt"
    from admin_agreements a join users u on u.id = a.admin_id
    where ${isWaiting(now)}
    order by a.agreed_at, a.subject_id limit 100`.execute(db);
  return rows.map(({ amount, ...row }) => ({ ...row, amountMicros: micros(amount) }));
}
