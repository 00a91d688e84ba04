import { after, DAY } from './clock.ts';
import { newId } from './id.ts';
import type { Job } from './tick.ts';
import type { Database, Tx } from './transaction.ts';

export interface Mail {
  to: string;
  subject: string;
  /**
   * Plain text with each link on a separate line. The HTML is made from it when the mail is sent
   * (mail-html.tsx).
   */
  text: string;
  /**
   * Labels of the HTML's buttons, in order. Each link of this site that is a separate paragraph becomes a
   * button.
   */
  buttons?: readonly string[];
  /**
   * The unsubscribe URL, which needs no sign-in (RFC 8058), and the topic of such mails. Absent for mails
   * about the account, which are always sent.
   */
  unsubscribe?: { url: string; about: string };
  /**
   * Whether the reader has just requested this mail. It is then sent even if earlier mails to the address
   * bounced.
   */
  askedFor?: boolean;
}

/** Adds a mail to the outbox, in the transaction of the change that it reports. */
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

/** Removes all mails to an address, sent or waiting, and its suppression. */
export async function forgetMails(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom('outbound_emails').where('to_address', '=', address).execute();
  await tx.deleteFrom('mail_suppressions').where('address', '=', address.toLowerCase()).execute();
}

/** Days for which the outbox records that a mail was sent. The mail's text is deleted when it is sent. */
export const MAILS_KEPT_DAYS = 30;

/** Once a day, deletes mails that were sent or given up more than `MAILS_KEPT_DAYS` ago. */
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

/** Lists the newest mails first, with the links in their text, for tools and tests. */
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
