import type { Actor } from '#server/http/actor.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Database, transact } from '#server/infra/transaction.ts';

/** Records when a person confirmed that they are 18 or older; only the first confirmation counts. */
export async function confirmAge(db: Database, { userId, role }: Actor, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const confirmed = await tx
      .updateTable('users')
      .set({ age_confirmed_at: now, updated_at: now })
      .where('id', '=', userId)
      .where('age_confirmed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!confirmed) return;
    await writeAudit(tx, actBy(role, userId, now), 'account.age_confirmed', 'user', userId);
  });
}
