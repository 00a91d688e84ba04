import type { UserId } from '#contract/accounts/ids.ts';
import { actBy, type Doer, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';

interface Confirmed {
  userId: UserId;
  /** The person, or the admin who records what the person said. */
  by: { actorId: UserId; actorKind: Doer['actorKind'] | null };
  now: Date;
}

/** Records when a person confirmed that they are 18 or older; only the first confirmation counts. */
export async function confirmAge(tx: Tx, { userId, by, now }: Confirmed): Promise<void> {
  const confirmed = await tx
    .updateTable('users')
    .set({ age_confirmed_at: now, updated_at: now })
    .where('id', '=', userId)
    .where('age_confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!confirmed) return;
  await writeAudit(tx, actBy(by.actorKind, by.actorId, now), 'account.age_confirmed', 'user', userId);
}
