import type { AccountId } from '#contract/accounts/ids.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import { completeOnboarding } from './save-username.ts';

/**
 * Ends onboarding, which requires a username: without one, the dialog's close button leads to the step for
 * the username.
 */
export async function finishOnboarding(
  db: Database,
  accountId: AccountId,
  now: Date,
): Promise<Outcome<null, 'username_required'>> {
  const profile = await db
    .selectFrom('profiles')
    .select('user_id')
    .where('user_id', '=', accountId)
    .executeTakeFirst();
  if (!profile) return refuse('username_required');
  await completeOnboarding(db, accountId, now);
  return null;
}
