import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { payoutsAllowedMail, unbannedMail } from './mails.ts';
import { findOwners } from './queries.ts';

interface Act {
  accountId: AccountId;
  adminId: UserId;
  reason: string;
  now: Date;
}

type Refused = 'not_found' | 'changed_meanwhile';

/**
 * Lifts a ban on the account; the caller handles money and listings. The mail asks for a new payment email if
 * the old one was deleted.
 */
export async function unbanUser(
  tx: Tx,
  act: Act,
  { isAddressForgotten }: { isAddressForgotten: boolean },
): Promise<Outcome<{ role: string | null }, Refused>> {
  const { accountId, now } = act;
  const unbanned = await tx
    .updateTable('accounts')
    .set({ banned_at: null, ban_reason: null, payouts_allowed_at: null })
    .where('id', '=', accountId)
    .where('banned_at', 'is not', null)
    .returning('role')
    .executeTakeFirst();
  if (!unbanned) return await whyNot(tx, accountId);
  for (const { email } of await findOwners(tx, accountId))
    await enqueueMail(tx, unbannedMail(email, { isAddressForgotten }), now);
  await audit(tx, 'account.unbanned', act);
  return { role: unbanned.role };
}

/**
 * Allows payouts of a banned person's uncontested money after a review; the account stays banned. Applies to
 * clippers and to anybody with earnings.
 */
export async function allowPayouts(tx: Tx, act: Act): Promise<Outcome<null, Refused>> {
  const { accountId, now } = act;
  const allowed = await tx
    .updateTable('accounts')
    .set({ payouts_allowed_at: now })
    .where('id', '=', accountId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('role', '=', 'clipper'),
        exists(
          selectFrom('ledger_accounts')
            .select('owner_id')
            .where('owner_id', '=', accountId)
            .where('kind', 'in', ['clipper_pending', 'clipper_available'])
            .where('balance_micros', '>', 0n),
        ),
      ]),
    )
    .where('banned_at', 'is not', null)
    .where('payouts_allowed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!allowed) return await whyNot(tx, accountId);
  for (const { email } of await findOwners(tx, accountId))
    await enqueueMail(tx, payoutsAllowedMail(email), now);
  await audit(tx, 'account.payouts_allowed', act);
  return null;
}

async function whyNot(tx: Tx, accountId: AccountId) {
  const user = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('role', 'is distinct from', 'admin')
    .executeTakeFirst();
  return refuse(user ? 'changed_meanwhile' : 'not_found');
}

async function audit(tx: Tx, action: string, { accountId, adminId, reason, now }: Act): Promise<void> {
  await writeAudit(tx, actBy('admin', adminId, now), action, 'user', accountId, { reason });
}
