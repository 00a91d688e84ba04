import { topicOf } from '#contract/notifications.ts';
import { mayMailNews } from '#server/http/mail-allowance.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';

const BATCH = 200;

/** Mails what people were told in the app and want by mail too: each once, whatever crashes. Runs last in a round. */
export function newsMails({ db, appUrl }: { db: Database; appUrl: string }): Job {
  return {
    name: 'notifications.mail',
    async run() {
      while ((await transact(db, (tx) => mailSome(db, tx, appUrl))) === BATCH);
    },
  };
}

async function mailSome(db: Database, tx: Tx, appUrl: string): Promise<number> {
  const rows = await tx
    .selectFrom('notifications as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .select([
      'n.id',
      'n.user_id',
      'n.kind',
      'n.title',
      'n.body',
      'n.link',
      'n.created_at',
      'u.email',
      'u.role',
      'u.closed_at',
    ])
    .where('n.mail', '=', 'waiting')
    .orderBy('n.created_at')
    .orderBy('n.id')
    .limit(BATCH)
    .forUpdate('n')
    .skipLocked()
    .execute();
  // Who has left is told nothing any more.
  for (const row of rows.filter((one) => one.closed_at === null)) {
    // What other people cause is told in the app, however much it is.
    if (topicOf(row.kind) === 'messages' && !(await mayMailNews(db, row.user_id))) continue;
    const text = `${row.body}\n\n${appUrl}${row.link}\n\nWhat is mailed to you is your choice:\n${appUrl}/${row.role}/settings`;
    await enqueueMail(tx, { to: row.email, subject: row.title, text }, row.created_at);
  }
  if (rows.length > 0) {
    await tx
      .updateTable('notifications')
      .set({ mail: 'done' })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
  }
  return rows.length;
}
