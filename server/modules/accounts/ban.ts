import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { bannedMail } from './mails.ts';
import { findOwners } from './queries.ts';

interface Ban {
  accountId: AccountId;
  adminId: UserId;
  reason: string;
  now: Date;
}

/**
 * Bans an account, in the caller's transaction. With a personal account its person is banned, whose sessions and
 * mailed links end. The caller handles money and listings. Admins can't be banned here.
 */
export async function banUser(
  tx: Tx,
  { accountId, adminId, reason, now }: Ban,
): Promise<Outcome<{ role: string | null }, 'not_found' | 'changed_meanwhile'>> {
  const banned = await tx
    .updateTable('accounts')
    .set({ banned_at: now, ban_reason: reason, payouts_allowed_at: null })
    .where('id', '=', accountId)
    .where('banned_at', 'is', null)
    .where('role', 'is distinct from', 'admin')
    .returning(['role', 'kind'])
    .executeTakeFirst();
  if (!banned) return await whyNot(tx, accountId);
  for (const { userId, email } of await findOwners(tx, accountId)) {
    await enqueueMail(tx, bannedMail(email, reason), now);
    if (banned.kind !== 'personal') continue;
    await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
    await tx.deleteFrom('verifications').where('value', '=', userId).execute();
  }
  await writeAudit(tx, actBy('admin', adminId, now), 'account.banned', 'user', accountId, { reason });
  return { role: banned.role };
}

async function whyNot(tx: Tx, accountId: AccountId) {
  const user = await tx
    .selectFrom('accounts')
    .select('banned_at')
    .where('id', '=', accountId)
    .where('role', 'is distinct from', 'admin')
    .executeTakeFirst();
  return refuse(user ? 'changed_meanwhile' : 'not_found');
}
