import { PAGE_ROWS } from '#contract/limits.ts';
import type { SubmissionMessage } from '#contract/submissions/messages.ts';
import { decodeMomentCursor, page } from '#server/infra/cursor.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Returns messages about a clip, newest first. The caller has checked that the reader is a participant. */
export async function readThread(
  db: Database,
  ask: { submissionId: string; readerId: string; cursor: string | undefined },
): Promise<{ rows: SubmissionMessage[]; nextCursor: string | null }> {
  const from = decodeMomentCursor(ask.cursor);
  const found = await db
    .selectFrom('submission_messages as m')
    .innerJoin('submissions as s', 's.id', 'm.submission_id')
    .leftJoin('profiles as p', 'p.user_id', 'm.author_id')
    .select(['m.id', 'm.author_id', 's.clipper_id', 'p.username', 'm.body', 'm.sent_at', 'm.read_at'])
    .where('m.submission_id', '=', ask.submissionId)
    .$if(from !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('m.sent_at', 'm.id'), '<', eb.tuple(new Date(from!.value), from!.id)),
      ),
    )
    .orderBy('m.sent_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(PAGE_ROWS + 1)
    .execute();
  const rows = found.map((row): SubmissionMessage => {
    const side = row.author_id === row.clipper_id ? 'clipper' : 'host';
    return {
      id: row.id,
      from: side,
      username: row.username ?? side,
      isOwn: row.author_id === ask.readerId,
      body: row.body,
      sentAt: row.sent_at,
      readAt: row.read_at,
    };
  });
  return page(rows, PAGE_ROWS, (row) => ({ value: row.sentAt.toISOString(), id: row.id }));
}
