import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { Actor } from '#server/http/actor.ts';
import { actBy, type Doer, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';

export async function revokeKey(
  db: Database,
  actor: Actor,
  id: string,
  now: Date,
): Promise<Outcome<null, 'not_found'>> {
  return await transact(db, async (tx) => {
    const revoked = await tx
      .updateTable('api_keys')
      .set({ revoked_at: new Date() })
      .where('id', '=', id)
      .where('owner_id', '=', actor.accountId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!revoked) return refuse('not_found');
    await writeAudit(tx, actBy(actor.role, actor.userId, now), 'api_key.revoked', 'api_key', id);
    return null;
  });
}

/** Deletes a person's keys and the names that the person gave them. */
export async function eraseKeys(tx: Tx, accountId: AccountId): Promise<void> {
  await tx.deleteFrom('api_keys').where('owner_id', '=', accountId).execute();
}

/** Revokes all keys of a person whose account somebody else may have used. Returns their number. */
export async function revokeKeysOf(
  tx: Tx,
  { accountId, userId, by }: { accountId: AccountId; userId: UserId; by: Doer['actorKind'] | null },
  now: Date,
): Promise<number> {
  const revoked = await tx
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('owner_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of revoked)
    await writeAudit(tx, actBy(by, userId, now), 'api_key.revoked', 'api_key', id);
  return revoked.length;
}
