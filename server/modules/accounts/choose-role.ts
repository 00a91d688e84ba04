import type { MemberRole } from '#contract/accounts.ts';
import { writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';

/** Once and for good, for an account that came without a role (Google). */
export async function chooseRole(
  db: Database,
  { userId, role }: { userId: string; role: MemberRole },
  now: Date,
): Promise<Outcome<null, 'role_already_chosen'>> {
  return await transact(db, async (tx) => {
    const chosen = await tx
      .updateTable('users')
      .set({ role, terms_accepted_at: now, updated_at: now })
      .where('id', '=', userId)
      .where('role', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!chosen) return refuse('role_already_chosen');
    await writeAudit(tx, {
      at: now,
      actorId: userId,
      actorKind: role,
      action: 'account.role_chosen',
      subjectType: 'user',
      subjectId: userId,
      data: { role },
    });
    return null;
  });
}
