import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';

export interface Notice {
  userId: string;
  /** noun.verb, e.g. "submission.approved" */
  kind: string;
  title: string;
  body: string;
  /** Path inside the app, starting with "/". */
  link: string;
}

/** Tells people in the app, in the transaction of the change itself. */
export async function notify(tx: Tx, notices: Notice | Notice[], at: Date): Promise<void> {
  const rows = [notices].flat().map(({ userId, kind, title, body, link }) => ({
    id: newId(),
    user_id: userId,
    kind,
    title,
    body,
    link,
    created_at: at,
  }));
  if (rows.length > 0) await tx.insertInto('notifications').values(rows).execute();
}
