import type { AccountId } from '#contract/accounts/ids.ts';
import type { Actor } from '#server/http/actor.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact, violates } from '#server/infra/transaction.ts';
import { checkUsername, normalizeUsername, type UsernameCode } from './rules.ts';

/**
 * Saves a person's username, which is also their full name. `completesOnboarding` is set by the dialog's
 * Complete Setup. The unique index decides whether the name is free, because an earlier check could be
 * outdated.
 */
export async function saveUsername(
  db: Database,
  actor: Actor,
  input: { username: string; completesOnboarding: boolean },
  now: Date,
): Promise<Outcome<null, UsernameCode>> {
  const username = normalizeUsername(input.username);
  const refused = checkUsername(username);
  if (refused) return refused;
  try {
    return await transact(db, async (tx) => {
      const changed = await upsert(tx, actor.accountId, username, now);
      if (input.completesOnboarding) await completeOnboarding(tx, actor.accountId, now);
      if (changed) {
        await writeAudit(
          tx,
          actBy(actor.role, actor.userId, now),
          'profile.username_saved',
          'user',
          actor.accountId,
          { username },
        );
      }
      return null;
    });
  } catch (error) {
    if (violates(error, 'profiles_username')) return refuse('username_taken', { field: 'username' });
    throw error;
  }
}

/** Writes the username. Returns false if the person had this username already. */
async function upsert(tx: Tx, accountId: AccountId, username: string, now: Date): Promise<boolean> {
  const written = await tx
    .insertInto('profiles')
    .values({ user_id: accountId, username, full_name: username, created_at: now })
    .onConflict((oc) =>
      oc
        .column('user_id')
        .doUpdateSet({ username, full_name: username })
        .where('profiles.username', '<>', username),
    )
    .returning('user_id')
    .executeTakeFirst();
  return written !== undefined;
}

export async function completeOnboarding(tx: Tx | Database, accountId: AccountId, now: Date): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ onboarding_completed_at: now })
    .where('user_id', '=', accountId)
    .where('onboarding_completed_at', 'is', null)
    .execute();
}
