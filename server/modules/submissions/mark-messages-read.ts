import type { AccountId } from '#contract/accounts/ids.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Records when the reader opened the other person's messages. Messages that were read earlier keep their time. */
export async function markMessagesRead(
  db: Database,
  ask: { submissionId: string; readerId: AccountId; now: Date },
): Promise<void> {
  await db
    .updateTable('submission_messages')
    .set({ read_at: ask.now })
    .where('submission_id', '=', ask.submissionId)
    .where('author_id', '<>', ask.readerId)
    .where('read_at', 'is', null)
    .execute();
}
