import type { Database } from '#server/infra/transaction.ts';

/** Notes when the reader opened what the other side wrote; what was read before keeps its moment. */
export async function markMessagesRead(
  db: Database,
  ask: { submissionId: string; readerId: string; now: Date },
): Promise<void> {
  await db
    .updateTable('submission_messages')
    .set({ read_at: ask.now })
    .where('submission_id', '=', ask.submissionId)
    .where('author_id', '<>', ask.readerId)
    .where('read_at', 'is', null)
    .execute();
}
