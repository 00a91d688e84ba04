import type { AccountId } from '#contract/accounts/ids.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Shows or hides the earnings on a person's public profile. */
export async function setVisibility(
  db: Database,
  accountId: AccountId,
  earningsHidden: boolean,
): Promise<Outcome<null, 'username_required'>> {
  const row = await db
    .updateTable('profiles')
    .set({ earnings_hidden: earningsHidden })
    .where('user_id', '=', accountId)
    .returning('user_id')
    .executeTakeFirst();
  return row ? null : refuse('username_required');
}
