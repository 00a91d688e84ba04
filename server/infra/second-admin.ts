import { type RawBuilder, sql } from 'kysely';
import type { MoneyActKind } from '#contract/admin/money-acts.ts';
import { AGREEMENT_HOURS } from '#contract/limits.ts';
import type { Micros } from '#contract/money.ts';
import { actBy, bySystem, writeAudit } from './audit.ts';
import { after, HOUR } from './clock.ts';
import { Refusal } from './outcome.ts';
import { type Database, type Tx, transact } from './transaction.ts';

/** The act on which two admins agree. */
export interface Agreement {
  kind: MoneyActKind;
  /** The deposit, clip, person or listing. */
  subjectId: string;
  adminId: string;
  /** The sum as computed now. The second admin's act computes it again. */
  amountMicros: Micros;
  /**
   * Inputs that the second admin has to repeat: a range, a bank reference, an amount read from a statement.
   */
  terms?: Record<string, unknown>;
  /** One sentence for the other admins: what happens when one of them does the same. */
  summary: string;
  now: Date;
}

/** One admin alone asked for an act that takes two. Nothing was done; the HTTP layer notes the agreement. */
export class SecondAdminNeeded extends Refusal<'second_admin_needed'> {
  readonly agreement: Agreement;

  /** `why`: a sentence that names the sum and the limit. */
  constructor(agreement: Agreement, why: string) {
    const detail = `Your agreement is noted: ${agreement.summary} ${why} Another admin has to do exactly the same within ${AGREEMENT_HOURS} hours; until then nothing happens.`;
    super('second_admin_needed', { detail });
    this.agreement = agreement;
  }
}

/** Agreements (alias a) that a second admin can still carry out. */
export const isWaiting = (now: Date): RawBuilder<boolean> => sql`(a.carried_out_at is null
  and a.expired_at is null and a.agreed_at > ${after(now, -AGREEMENT_HOURS * HOUR)})`;

/**
 * Carries out another admin's agreement to exactly this act and returns that admin's id; null without one. An
 * admin who benefits, or who has the acting admin's mailbox, does not count.
 */
export async function carryOutAgreement(
  tx: Tx,
  agreement: Agreement,
  accountIds: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ admin_id: string }>`
    update admin_agreements a set carried_out_at = ${agreement.now}
    where a.action = ${agreement.kind} and a.subject_id = ${agreement.subjectId} and a.terms = ${termsOf(agreement)}
      and ${isWaiting(agreement.now)} and a.admin_id in (
        select u.id from users u where u.role = 'admin' and u.banned_at is null and u.id <> ${agreement.adminId}
          and not exists (select from users o where o.id = any(${[agreement.adminId, ...accountIds]}::uuid[])
            and email_mark(o.email) = email_mark(u.email)))
    returning a.admin_id`.execute(tx);
  const [other] = rows;
  if (!other) return null;
  // The acting admin's own agreement on other terms, such as a mistyped amount, is withdrawn.
  await withdrawAgreement(tx, agreement);
  await audit(tx, agreement, 'agreement.carried_out', { agreed: rows.map(({ admin_id }) => admin_id) });
  return other.admin_id;
}

/** Notes what an admin agreed to, in a separate transaction: the refused act was rolled back. */
export async function noteAgreement(db: Database, outcome: unknown): Promise<void> {
  if (outcome instanceof SecondAdminNeeded) await transact(db, (tx) => agree(tx, outcome.agreement));
}

/** Records an admin's agreement; only the newest per admin and matter counts. False: it was known. */
export async function agree(tx: Tx, agreement: Agreement): Promise<boolean> {
  const { kind, subjectId, adminId, now } = agreement;
  const row = {
    terms: termsOf(agreement),
    summary: agreement.summary,
    amount_micros: agreement.amountMicros,
    agreed_at: now,
    carried_out_at: null,
    expired_at: null,
  };
  const changed = await tx
    .insertInto('admin_agreements')
    .values({ action: kind, subject_id: subjectId, admin_id: adminId, ...row })
    .onConflict((oc) =>
      oc
        .columns(['action', 'subject_id', 'admin_id'])
        .doUpdateSet(row)
        .where((eb) =>
          eb.or([
            eb('admin_agreements.terms', '<>', row.terms),
            eb('admin_agreements.carried_out_at', 'is not', null),
            eb('admin_agreements.expired_at', 'is not', null),
            eb('admin_agreements.agreed_at', '<=', after(now, -AGREEMENT_HOURS * HOUR)),
          ]),
        ),
    )
    .returning('admin_id')
    .executeTakeFirst();
  if (changed) await audit(tx, agreement, 'agreement.given', { terms: agreement.terms ?? {} });
  return changed !== undefined;
}

/** Withdraws an admin's own agreement before a second admin acts on it. False: there is none. */
export async function withdrawAgreement(
  tx: Tx,
  { kind, subjectId, adminId, now }: Pick<Agreement, 'kind' | 'subjectId' | 'adminId' | 'now'>,
): Promise<boolean> {
  const gone = await tx
    .deleteFrom('admin_agreements')
    .where('action', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('admin_id', '=', adminId)
    .where('carried_out_at', 'is', null)
    .where('expired_at', 'is', null)
    .returning('amount_micros')
    .executeTakeFirst();
  if (gone) await audit(tx, { kind, subjectId, adminId, now }, 'agreement.withdrawn', {});
  return gone !== undefined;
}

/** Ends the agreements about an act that is now done: on other terms they can't be carried out any more. */
export async function endAgreements(
  tx: Tx,
  { kind, subjectId, now }: Pick<Agreement, 'kind' | 'subjectId' | 'now'>,
): Promise<void> {
  await tx
    .updateTable('admin_agreements')
    .set({ expired_at: now })
    .where('action', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('carried_out_at', 'is', null)
    .where('expired_at', 'is', null)
    .execute();
}

/** Ends agreements that no second admin carried out in time. Returns their number. */
export async function expireAgreements(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ action: string; subject_id: string; admin_id: string }>`
    update admin_agreements a set expired_at = ${now}
    where a.carried_out_at is null and a.expired_at is null
      and a.agreed_at <= ${after(now, -AGREEMENT_HOURS * HOUR)}
    returning a.action, a.subject_id, a.admin_id`.execute(tx);
  for (const { action, subject_id: id, admin_id: agreed } of rows)
    await writeAudit(tx, bySystem(now), 'agreement.expired', action.split('.')[0]!, id, {
      act: action,
      agreed,
    });
  return rows.length;
}

const termsOf = ({ terms }: Agreement): string =>
  JSON.stringify(terms ?? {}, (_key, value) => (typeof value === 'bigint' ? value.toString() : value));

const audit = (
  tx: Tx,
  act: Pick<Agreement, 'kind' | 'subjectId' | 'adminId' | 'now'> & { amountMicros?: Micros },
  action: string,
  data: Record<string, unknown>,
): Promise<void> =>
  writeAudit(tx, actBy('admin', act.adminId, act.now), action, act.kind.split('.')[0]!, act.subjectId, {
    act: act.kind,
    ...(act.amountMicros ? { amountMicros: act.amountMicros } : {}),
    ...data,
  });
