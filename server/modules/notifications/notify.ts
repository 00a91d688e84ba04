import { topicOf } from '#contract/notifications.ts';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { goneAmong, mailChoices } from './queries.ts';

export interface Notice {
  userId: string;
  /** noun.verb, e.g. "submission.approved"; its topic decides whether it is mailed too. */
  kind: string;
  title: string;
  body: string;
  /** Path inside the app, starting with "/". */
  link: string;
  /** A mail that everybody gets, such as a receipt, tells the same. */
  hasOwnMail?: boolean;
}

/**
 * Tells people in the app, in the transaction of the change itself, and by mail those who want the topic by mail: the
 * row carries that, and a job makes the mail from it. Callers send no mail of their own about the same thing, unless they say so. Who has closed
 * their account is told nothing any more.
 */
export async function notify(tx: Tx, notices: Notice | Notice[], at: Date): Promise<void> {
  const all = [notices].flat();
  if (all.length === 0) return;
  const gone = await goneAmong(
    tx,
    all.map(({ userId }) => userId),
  );
  const list = all.filter(({ userId }) => !gone.has(userId));
  if (list.length === 0) return;
  const byMail = await mailChoices(
    tx,
    list.map(({ userId }) => userId),
  );
  const rows = list.map(({ userId, kind, title, body, link, hasOwnMail }) => ({
    id: newId(),
    user_id: userId,
    kind,
    title,
    body,
    link,
    created_at: at,
    mail: !hasOwnMail && byMail(userId, topicOf(kind)) ? ('waiting' as const) : ('none' as const),
  }));
  await tx.insertInto('notifications').values(rows).execute();
}
