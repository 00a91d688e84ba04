import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import type { AgreementRow } from '#contract/admin/agreements.ts';
import { AGREEMENT_HOURS } from '#contract/limits.ts';
import { formatUsd, micros } from '#contract/money.ts';
import { after, type Clock, HOUR } from '#server/infra/clock.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import { isWaiting } from '#server/infra/second-admin.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Lists acts that one admin agreed to and that wait for a second admin, oldest first. */
export async function openAgreements(db: Database, adminId: UserId, now: Date): Promise<AgreementRow[]> {
  const { rows } = await sql<Omit<AgreementRow, 'amountMicros'> & { amount: bigint }>`
    select a.action, a.subject_id as "subjectId", a.summary, a.amount_micros as amount, u.name as by,
      a.admin_id = ${adminId} as own, a.agreed_at as "agreedAt"
    from admin_agreements a join users u on u.id = a.admin_id
    where ${isWaiting(now)}
    order by a.agreed_at, a.subject_id limit 100`.execute(db);
  return rows.map(({ amount, ...row }) => ({ ...row, amountMicros: micros(amount) }));
}

/**
 * System Health reports an agreement that has waited this long. It reports an expired agreement for the same
 * time after the expiry.
 */
const CALM_HOURS = AGREEMENT_HOURS / 2;

/** Reports agreements that expire soon, or that expired recently because no second admin acted. */
export const agreementCheck = (db: Database, clock: Clock): HealthCheck => ({
  name: 'Second admin',
  async problem() {
    const { waiting, amount, expired } = await read(db, clock.now());
    const sentences = [
      waiting > 0 &&
        `Acts that wait for a second admin for more than ${CALM_HOURS} hours and expire after ${AGREEMENT_HOURS}: ${waiting}, ${formatUsd(micros(amount))} in all. The inbox lists them.`,
      expired > 0 && `Acts that expired without a second admin in the last ${CALM_HOURS} hours: ${expired}.`,
    ].filter(Boolean);
    return sentences.length > 0 ? sentences.join(' ') : null;
  },
});

async function read(db: Database, now: Date): Promise<{ waiting: number; amount: bigint; expired: number }> {
  const since = after(now, -CALM_HOURS * HOUR);
  const { rows } = await sql<{ waiting: number; amount: bigint; expired: number }>`
    select count(*) filter (where ${isWaiting(now)} and a.agreed_at <= ${since})::int as waiting,
      coalesce(sum(a.amount_micros) filter (where ${isWaiting(now)} and a.agreed_at <= ${since}), 0)::bigint as amount,
      count(*) filter (where a.expired_at > ${since}
        and a.expired_at >= a.agreed_at + make_interval(hours => ${AGREEMENT_HOURS}))::int as expired
    from admin_agreements a where a.carried_out_at is null and (a.expired_at is null or a.expired_at > ${since})`.execute(
    db,
  );
  return rows[0]!;
}
