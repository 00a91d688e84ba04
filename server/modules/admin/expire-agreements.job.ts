import { sql } from 'kysely';
import { AGREEMENT_HOURS } from '#contract/limits.ts';
import { SECOND } from '#server/infra/clock.ts';
import { expireAgreements } from '#server/infra/second-admin.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';

/** Ends agreements that no second admin carried out in time, so that they don't freeze money forever. */
export const expireOldAgreements = (db: Database): Job => ({
  name: 'admin.expire-agreements',
  everyMs: 10 * SECOND,
  run: async (now) => void (await transact(db, (tx) => expireAgreements(tx, now))),
  isIdleUntilDue: true,
  nextDueAt: () => sql`
    select min(agreed_at) + make_interval(hours => ${AGREEMENT_HOURS}) from admin_agreements
    where carried_out_at is null and expired_at is null`,
});
