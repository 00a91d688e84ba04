import { after, DAY } from './clock.ts';
import { newId } from './id.ts';
import type { Job } from './tick.ts';
import type { Database, Tx } from './transaction.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text; links stand on lines of their own. The HTML is made of it when it leaves (mail-html.tsx). */
  text: string;
  /** What stands in the HTML on links of this site that are a paragraph of their own, in their order. */
  buttons?: readonly string[];
  /** Ends such mails without signing in (RFC 8058), and what they are about. Absent: account mails, which always come. */
  unsubscribe?: { url: string; about: string };
  /** Its reader asked for it a moment ago: it is tried even where mails came back. */
  askedFor?: boolean;
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
      button_labels: [...(mail.buttons ?? [])],
      unsubscribe_url: mail.unsubscribe?.url ?? null,
      unsubscribe_about: mail.unsubscribe?.about ?? null,
      asked_for: mail.askedFor ?? false,
      next_attempt_at: at,
      created_at: at,
    })
    .execute();
}

/** Removes the mails to an address, also those that have not left, and that any came back. */
export async function forgetMails(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom('outbound_emails').where('to_address', '=', address).execute();
  await tx.deleteFrom('mail_suppressions').where('address', '=', address.toLowerCase()).execute();
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
