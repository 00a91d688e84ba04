import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Clock } from './clock.ts';
import { after, MINUTE, SECOND } from './clock.ts';
import { newId } from './id.ts';
import type { Log } from './log.ts';
import type { DueWork } from './tick.ts';
import { type Database, type Tx, transact } from './transaction.ts';

export interface Mail {
  to: string;
  subject: string;
  /** Plain text; links stand on lines of their own. */
  text: string;
}

/** Puts a mail into the outbox, in the transaction of the change that it tells of. */
export async function enqueueMail(tx: Tx | Database, mail: Mail, at: Date): Promise<void> {
  await tx
    .insertInto('mails')
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

export interface OutboxMail extends Mail {
  sentAt: Date | null;
  links: string[];
}

/** The newest mails first, with the links in their text: for tools and tests. */
export async function listOutbox(db: Database, limit = 100): Promise<OutboxMail[]> {
  const rows = await db
    .selectFrom('mails')
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

/** Waits between attempts: 10 s, 20 s, 40 s … at most an hour, twelve attempts. */
const MAX_ATTEMPTS = 12;
const backOff = (attempts: number) => Math.min(10 * SECOND * 2 ** attempts, 60 * MINUTE);

/** Notes a failed attempt; after the last one the mail is given up. */
async function postpone(
  tx: Tx,
  { id, attempts, now, error }: { id: string; attempts: number; now: Date; error: unknown },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({
      attempts,
      state: attempts >= MAX_ATTEMPTS ? 'failed' : 'waiting',
      next_attempt_at: after(now, backOff(attempts)),
      last_error: String(error).slice(0, 500),
    })
    .where('id', '=', id)
    .execute();
}

/** Sends waiting mails through SMTP. Without an SMTP address they stay in the outbox, where an operator reads them. */
export function mailDelivery(options: {
  db: Database;
  clock: Clock;
  log: Log;
  smtpUrl: string | null;
  from: string;
}): DueWork & { close(): void } {
  const { db, log, smtpUrl, from } = options;
  const transport = smtpUrl ? createTransport(smtpUrl) : null;

  async function sendOne(now: Date): Promise<boolean> {
    return await transact(db, async (tx) => {
      const mail = await tx
        .selectFrom('mails')
        .selectAll()
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!mail || !transport) return false;
      const attempts = mail.attempts + 1;
      try {
        await transport.sendMail({
          from,
          to: mail.to_address,
          subject: mail.subject,
          text: mail.body_text,
          messageId: `<${mail.id}@permille>`,
        });
        await tx
          .updateTable('mails')
          .set({ state: 'sent', attempts, sent_at: now })
          .where('id', '=', mail.id)
          .execute();
      } catch (error) {
        log.warn({ err: error, mail: mail.id, attempts }, 'mail not accepted; it waits');
        await postpone(tx, { id: mail.id, attempts, now, error });
      }
      return true;
    });
  }

  return {
    name: 'mail',
    async run(now) {
      if (!transport) return;
      while (await sendOne(now));
    },
    async nextDueAt() {
      if (!transport) return null;
      const row = await db
        .selectFrom('mails')
        .select(sql<Date | null>`min(next_attempt_at)`.as('at'))
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      return row?.at ?? null;
    },
    close: () => transport?.close(),
  };
}
