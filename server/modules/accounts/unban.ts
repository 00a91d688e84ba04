import { actBy, writeAudit } from '#server/infra/audit.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { payoutsAllowedMail, unbannedMail } from './mails.ts';

interface Act {
  userId: string;
  adminId: string;
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
  const { userId, now } = act;
  const unbanned = await tx
    .updateTable('users')
    .set({ banned_at: null, ban_reason: null, payouts_allowed_at: null, updated_at: now })
    .where('id', '=', userId)
    .where('banned_at', 'is not', null)
    .returning(['role', 'email'])
    .executeTakeFirst();
  if (!unbanned) return await whyNot(tx, userId);
  await enqueueMail(tx, unbannedMail(unbanned.email, { isAddressForgotten }), now);
  await audit(tx, 'account.unbanned', act);
  return { role: unbanned.role };
}

/**
 * Allows payouts of a banned person's uncontested money after a review; the account stays banned. Applies to
 * clippers and to anybody with earnings.
 */
export async function allowPayouts(tx: Tx, act: Act): Promise<Outcome<null, Refused>> {
  const { userId, now } = act;
  const allowed = await tx
    .updateTable('users')
    .set({ payouts_allowed_at: now, updated_at: now })
    .where('id', '=', userId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('role', '=', 'clipper'),
        exists(
          selectFrom('ledger_accounts')
            .select('owner_id')
            .where('owner_id', '=', userId)
            .where('kind', 'in', ['clipper_pending', 'clipper_available'])
            .where('balance_micros', '>', 0n),
        ),
      ]),
    )
    .where('banned_at', 'is not', null)
    .where('payouts_allowed_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
  if (!allowed) return await whyNot(tx, userId);
  await enqueueMail(tx, payoutsAllowedMail(allowed.email), now);
  await audit(tx, 'account.payouts_allowed', act);
  return null;
}

async function whyNot(tx: Tx, userId: string) {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', 'is distinct from', 'admin')
    .executeTakeFirst();
  return refuse(user ? 'changed_meanwhile' : 'not_found');
}

async function audit(tx: Tx, action: string, { userId, adminId, reason, now }: Act): Promise<void> {
  await writeAudit(tx, actBy('admin', adminId, now), action, 'user', userId, { reason });
}
