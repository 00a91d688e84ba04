import { topicOf } from '#contract/notifications.ts';
import { mayMailNews } from '#server/http/mail-allowance.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';

const BATCH = 200;

/** Mails notifications to people who want them by mail, each once even after a crash. Runs last in a round of jobs. */
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
  // A closed account gets no mail.
  for (const row of rows.filter((one) => one.closed_at === null)) {
    // Messages are caused by other people, so their mails are limited; the app shows all of them.
    if (topicOf(row.kind) === 'messages' && !(await mayMailNews(db, row.user_id))) continue;
    const text = `${row.body}\n\n${appUrl}${row.link}\n\nChoose what we mail you:\n${appUrl}/${row.role}/settings`;
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
