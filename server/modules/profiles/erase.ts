import type { AccountId } from '#contract/accounts/ids.ts';
import type { Tx } from '#server/infra/transaction.ts';

/** Removes name and photo from a profile. Other people can then take the name. */
export async function eraseProfile(tx: Tx, accountId: AccountId): Promise<void> {
  const name = `deleted_${accountId.replaceAll('-', '').slice(-12)}`;
  await tx
    .updateTable('profiles')
    .set({ username: name, full_name: name, avatar_media_id: null, earnings_hidden: true })
    .where('user_id', '=', accountId)
    .execute();
}
