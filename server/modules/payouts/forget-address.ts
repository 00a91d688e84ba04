import type { Tx } from '#server/infra/transaction.ts';
import { maskEmail } from './rules.ts';

/** Forgets where a person was paid, but for what is still on its way: whoever pays it has to know. */
export async function forgetAddress(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('payout_addresses').where('user_id', '=', userId).execute();
  const done = await tx
    .selectFrom('payouts')
    .select(['id', 'destination'])
    .where('clipper_id', '=', userId)
    .where('state', 'not in', ['requested', 'processing'])
    .execute();
  for (const { id, destination } of done) {
    await tx
      .updateTable('payouts')
      .set({ destination: maskEmail(destination) })
      .where('id', '=', id)
      .execute();
  }
}
