import type { MemberRole } from '#contract/accounts/accounts.ts';
import type { UserId } from '#contract/accounts/ids.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { type Confirmations, recorded } from './confirmations.ts';

/**
 * Sets the role of an account that has none, as after a first sign-in with Google. A role can't be changed
 * later.
 */
export async function chooseRole(
  { db, termsVersion }: Pick<AccountsDeps, 'db' | 'termsVersion'>,
  { userId, role, ...confirmed }: { userId: UserId; role: MemberRole } & Confirmations,
  now: Date,
): Promise<Outcome<null, 'role_already_chosen'>> {
  return await transact(db, async (tx) => {
    const chosen = await tx
      .updateTable('users')
      .set({ role, ...recorded(confirmed, { termsVersion, now }), updated_at: now })
      .where('id', '=', userId)
      .where('role', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!chosen) return refuse('role_already_chosen');
    await writeAudit(tx, actBy(role, userId, now), 'account.role_chosen', 'user', userId, { role });
    return null;
  });
}
