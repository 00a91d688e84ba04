import { after, DAY } from './clock.ts';
import { newId } from './id.ts';
import type { Job } from './tick.ts';
import type { Database, Tx } from './transaction.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text; links stand on lines of their own. */
  text: string;
}

/** Puts a mail into the outbox, in the transaction of the change that it tells of. */
export async function enqueueMail(tx: Tx | Database, mail: Mail, at: Date): Promise<void> {
  await tx
    .insertInto('outbound_emails')
    .values({
      id: newId(),
      to_address: mail.to,
      subject: mail.subject,
      body_text: mail.text,
      next_attempt_at: at,
      created_at: at,
    })
    .execute();
}

/** Removes the mails to an address, also those that have not left. */
export async function forgetMails(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom('outbound_emails').where('to_address', '=', address).execute();
}

/** So long the outbox remembers that a mail left; what it said goes when it leaves. */
export const MAILS_KEPT_DAYS = 30;

/** Once a day: mails that left or were given up a month ago go. */
export function forgetOldMails(db: Database): Job {
  let next = 0;
  return {
    name: 'mail.forget-old',
    async run(now) {
      if (now.getTime() < next) return;
      next = after(now, DAY).getTime();
      await db
        .deleteFrom('outbound_emails')
        .where('state', '<>', 'waiting')
        .where('created_at', '<', after(now, -MAILS_KEPT_DAYS * DAY))
        .execute();
    },
  };
}

/** The newest mails to an address since a moment. */
export async function mailsTo(
  db: Database,
  address: string,
  since: Date,
): Promise<{ id: string; subject: string; text: string; at: Date }[]> {
  return await db
    .selectFrom('outbound_emails')
    .select(['id', 'subject', 'body_text as text', 'created_at as at'])
    .where('to_address', '=', address)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
}

export interface OutboxMail extends Mail {
  sentAt: Date | null;
  links: string[];
}

/** The newest mails first, with the links in their text: for tools and tests. */
export async function listOutbox(db: Database, limit = 100): Promise<OutboxMail[]> {
  const rows = await db
    .selectFrom('outbound_emails')
    .select(['to_address', 'subject', 'body_text', 'sent_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    to: row.to_address,
    subject: row.subject,
    text: row.body_text,
    sentAt: row.sent_at,
    links: row.body_text.match(/https?:\/\/\S+/g) ?? [],
  }));
}
