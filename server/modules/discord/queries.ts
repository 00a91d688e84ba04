import { type MemberRole, memberRoleSchema } from '#contract/accounts/accounts.ts';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

/**
 * Returns the personal account of the person linked to a Discord account; null if there is no link, or if the person
 * may not use Permille now.
 */
export async function personBehind(
  db: Database,
  discordId: string,
): Promise<{ accountId: AccountId; role: MemberRole } | null> {
  const row = await db
    .selectFrom('discord_links as d')
    .innerJoin('accounts as u', 'u.id', 'd.user_id')
    .select(['u.id', 'u.role'])
    .where('d.discord_id', '=', discordId)
    .where('u.banned_at', 'is', null)
    .where('u.closed_at', 'is', null)
    .executeTakeFirst();
  const role = memberRoleSchema.safeParse(row?.role).data;
  return row && role ? { accountId: row.id, role } : null;
}

export async function linkOf(db: Database | Tx, userId: UserId) {
  const link = await db
    .selectFrom('discord_links')
    .select(['discord_name as name', 'linked_at as linkedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return link ?? null;
}
