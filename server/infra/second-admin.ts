import { type RawBuilder, sql } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
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
  adminId: UserId;
  /** The sum as it is now. It is computed again when the second admin acts. */
  amountMicros: Micros;
  /**
   * Inputs that the second admin has to repeat exactly: a range, a bank reference, an amount read from a
   * statement.
   */
  terms?: Record<string, unknown>;
  /** One sentence for the other admins: what happens when one of them does the same. */
  summary: string;
  now: Date;
}

/**
 * One admin requested an act that two admins must agree on. The act was not done; the HTTP layer records the
 * agreement.
 */
export class SecondAdminNeeded extends Refusal<'second_admin_needed'> {
  readonly agreement: Agreement;

  /** `why` is a sentence that names the sum and the limit. */
  constructor(agreement: Agreement, why: string) {
    const detail = `Your agreement is noted: ${agreement.summary} ${why} Another admin has to do exactly the same within ${AGREEMENT_HOURS} hours; until then nothing happens.`;
    super('second_admin_needed', { detail });
    this.agreement = agreement;
  }
}

/** Condition for agreements (alias a) that a second admin can still carry out. */
export const isWaiting = (now: Date): RawBuilder<boolean> => sql`(a.carried_out_at is null
  and a.expired_at is null and a.agreed_at > ${after(now, -AGREEMENT_HOURS * HOUR)})`;

/**
 * If another admin agreed to exactly this act, carries that agreement out and returns that admin's id;
 * otherwise returns null. Agreements of an admin who benefits, or who has the acting admin's mailbox, don't
 * count.
 */
export async function carryOutAgreement(
  tx: Tx,
  agreement: Agreement,
  accountIds: readonly AccountId[],
): Promise<UserId | null> {
  const { rows } = await sql<{ admin_id: UserId }>`
    update admin_agreements a set carried_out_at = ${agreement.now}
    where a.action = ${agreement.kind} and a.subject_id = ${agreement.subjectId} and a.terms = ${termsOf(agreement)}
      and ${isWaiting(agreement.now)} and a.admin_id in (
        select u.id from users u where u.role = 'admin' and u.banned_at is null and u.id <> ${agreement.adminId}
          and not exists (select from users o where email_mark(o.email) = email_mark(u.email)
            and (o.id = ${agreement.adminId}
              or o.id in (select m.user_id from members m where m.account_id = any(${accountIds}::uuid[])))))
    returning a.admin_id`.execute(tx);
  const [other] = rows;
  if (!other) return null;
  // The acting admin's own agreement on other terms, such as a mistyped amount, is withdrawn.
  await withdrawAgreement(tx, agreement);
  await audit(tx, agreement, 'agreement.carried_out', { agreed: rows.map(({ admin_id }) => admin_id) });
  return other.admin_id;
}

/**
 * Records the agreement in a refused act's outcome. This takes a separate transaction, because the refusal
 * rolled the act back.
 */
export async function noteAgreement(db: Database, outcome: unknown): Promise<void> {
  if (outcome instanceof SecondAdminNeeded) await transact(db, (tx) => agree(tx, outcome.agreement));
}

/**
 * Records an admin's agreement; only the newest per admin and subject counts. Returns false if the same
 * agreement was already recorded.
 */
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

/**
 * Withdraws an admin's own agreement before a second admin acts on it. Returns false without such an
 * agreement.
 */
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

/**
 * Ends all agreements about an act that is now done, including those on other terms, which can't be carried
 * out any more.
 */
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
  const { rows } = await sql<{ action: string; subject_id: string; admin_id: UserId }>`
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
