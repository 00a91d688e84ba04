import type { UserId } from '#contract/accounts/ids.ts';
import type { Tx } from '#server/infra/transaction.ts';

/** Removes name and address from a person's support messages and takedown requests. */
export async function eraseWriter(
  tx: Tx,
  { userId, email }: { userId: UserId; email: string },
): Promise<void> {
  await tx
    .updateTable('support_messages')
    .set({ user_id: null, name: 'Deleted account', email: 'deleted@account.invalid' })
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('email', '=', email)]))
    .execute();
  const name = 'Deleted account';
  await tx
    .updateTable('takedown_requests')
    .set({ user_id: null, name, signature: name, on_behalf_of: null, email: 'deleted@account.invalid' })
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('email', '=', email)]))
    .execute();
}
