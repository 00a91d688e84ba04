import { actBy, writeAudit } from '#server/infra/audit.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { bannedMail } from './mails.ts';

interface Ban {
  userId: string;
  adminId: string;
  reason: string;
  now: Date;
}

/**
 * Bans an account and ends its sessions and mailed links, in the caller's transaction. The caller handles money and
 * listings. Admins can't be banned here.
 */
export async function banUser(
  tx: Tx,
  { userId, adminId, reason, now }: Ban,
): Promise<Outcome<{ role: string | null }, 'not_found' | 'changed_meanwhile'>> {
  const banned = await tx
    .updateTable('users')
    .set({ banned_at: now, ban_reason: reason, payouts_allowed_at: null, updated_at: now })
    .where('id', '=', userId)
    .where('banned_at', 'is', null)
    .where('role', 'is distinct from', 'admin')
    .returning(['role', 'email'])
    .executeTakeFirst();
  if (!banned) return await whyNot(tx, userId);
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await tx.deleteFrom('verifications').where('value', '=', userId).execute();
  await enqueueMail(tx, bannedMail(banned.email, reason), now);
  await writeAudit(tx, actBy('admin', adminId, now), 'account.banned', 'user', userId, { reason });
  return { role: banned.role };
}

async function whyNot(tx: Tx, userId: string) {
  const user = await tx
    .selectFrom('users')
    .select('banned_at')
    .where('id', '=', userId)
    .where('role', 'is distinct from', 'admin')
    .executeTakeFirst();
  return refuse(user ? 'changed_meanwhile' : 'not_found');
}
