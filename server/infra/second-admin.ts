import { TWO_ADMINS_MIN } from '#contract/limits.ts';
import type { Micros } from '#contract/money.ts';
import { actBy, writeAudit } from './audit.ts';
import { Refusal } from './outcome.ts';
import type { Tx } from './transaction.ts';

export interface Act {
  /** noun.verb, e.g. "deposit.confirm" */
  action: string;
  /** The deposit, clip, person or listing. */
  subjectId: string;
  adminId: string;
  amountMicros: Micros;
  /** What else has to be the same when the second admin does it, e.g. the bank's reference. */
  terms?: Record<string, unknown>;
  /** One sentence for the other admins: what happens when one of them does the same. */
  summary: string;
  now: Date;
}

/** One admin alone asked for an act that takes two. Nothing was done; whoever answers the request notes the agreement. */
export class SecondAdminNeeded extends Refusal<'second_admin_needed'> {
  readonly act: Act;

  constructor(act: Act) {
    const detail = `Your agreement is noted: ${act.summary} Another admin has to do exactly the same; until then nothing happens.`;
    super('second_admin_needed', { detail });
    this.act = act;
  }
}

/** As `bySecondAdmin`, for an act that one admin may do alone below the sum. */
export const withSecondAdmin = async (tx: Tx, act: Act): Promise<SecondAdminNeeded | null> =>
  act.amountMicros < TWO_ADMINS_MIN ? null : await bySecondAdmin(tx, act);

/**
 * Whether another admin has agreed to exactly this. Called last in the act's own transaction, so that the amount is what
 * was computed under its locks: a refusal takes all of it back.
 */
export async function bySecondAdmin(tx: Tx, act: Act): Promise<SecondAdminNeeded | null> {
  const other = await tx
    .updateTable('admin_agreements')
    .set({ carried_out_at: act.now })
    .where('action', '=', act.action)
    .where('subject_id', '=', act.subjectId)
    .where('admin_id', '<>', act.adminId)
    .where('admin_id', 'in', (users) =>
      users.selectFrom('users').select('id').where('role', '=', 'admin').where('banned_at', 'is', null),
    )
    .where('terms', '=', termsOf(act))
    .where('carried_out_at', 'is', null)
    .returning('admin_id')
    .execute();
  if (other.length === 0) return new SecondAdminNeeded(act);
  // Who does it now means these terms: an own word on others, such as a mistyped amount, would wait for ever.
  await withdrawAgreement(tx, act);
  await audit(tx, act, 'agreement.carried_out', { agreed: other.map(({ admin_id }) => admin_id) });
  return null;
}

/** Keeps what an admin agreed to; the newest word of an admin on one matter counts. False: it was known. */
export async function agree(tx: Tx, act: Act): Promise<boolean> {
  const row = {
    terms: termsOf(act),
    summary: act.summary,
    amount_micros: act.amountMicros,
    agreed_at: act.now,
    carried_out_at: null,
  };
  const changed = await tx
    .insertInto('admin_agreements')
    .values({ action: act.action, subject_id: act.subjectId, admin_id: act.adminId, ...row })
    .onConflict((oc) =>
      oc
        .columns(['action', 'subject_id', 'admin_id'])
        .doUpdateSet(row)
        .where((eb) =>
          eb.or([
            eb('admin_agreements.terms', '<>', row.terms),
            eb('admin_agreements.carried_out_at', 'is not', null),
          ]),
        ),
    )
    .returning('admin_id')
    .executeTakeFirst();
  if (changed) await audit(tx, act, 'agreement.given', { terms: act.terms ?? {} });
  return changed !== undefined;
}

/** Takes one's own word back before a second admin has acted on it. False: there is none. */
export async function withdrawAgreement(
  tx: Tx,
  { action, subjectId, adminId, now }: Pick<Act, 'action' | 'subjectId' | 'adminId' | 'now'>,
): Promise<boolean> {
  const gone = await tx
    .deleteFrom('admin_agreements')
    .where('action', '=', action)
    .where('subject_id', '=', subjectId)
    .where('admin_id', '=', adminId)
    .where('carried_out_at', 'is', null)
    .returning('amount_micros')
    .executeTakeFirst();
  if (gone) await audit(tx, { action, subjectId, adminId, now }, 'agreement.withdrawn', {});
  return gone !== undefined;
}

const termsOf = ({ amountMicros, terms }: Act): string =>
  JSON.stringify({ amountMicros, ...terms }, (_key, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  );

const audit = (
  tx: Tx,
  act: Pick<Act, 'action' | 'subjectId' | 'adminId' | 'now'> & { amountMicros?: Micros },
  action: string,
  data: Record<string, unknown>,
): Promise<void> =>
  writeAudit(tx, actBy('admin', act.adminId, act.now), action, act.action.split('.')[0]!, act.subjectId, {
    act: act.action,
    ...(act.amountMicros ? { amountMicros: act.amountMicros } : {}),
    ...data,
  });
