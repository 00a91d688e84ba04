import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Clock } from './clock.ts';
import { after, MINUTE, SECOND } from './clock.ts';
import type { Log } from './log.ts';
import type { Job } from './tick.ts';
import type { Database } from './transaction.ts';
import { TimeoutError, withTimeout } from './with-timeout.ts';

/** Waits between attempts: 20 s, 40 s … at most an hour, twelve attempts. */
const MAX_ATTEMPTS = 12;
const backOff = (attempts: number) => Math.min(10 * SECOND * 2 ** attempts, 60 * MINUTE);

/** A mail whose sender died is sent again after this long; longer than one sending may take. */
const LEASE_MS = 5 * MINUTE;

/** Milliseconds of real time that a mail server may take. */
const patience = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  /** For one mail from the connection to the last answer: a server that drips would outlast the silence above. */
  wholeMs: 45_000,
};

interface Claimed {
  id: string;
  to_address: string;
  subject: string;
  body_text: string;
  attempts: number;
}

/** Takes the mail that waited longest, for as long as the lease; no transaction is open while a server is talked to. */
async function claim(db: Database, now: Date): Promise<Claimed | undefined> {
  return await db
    .with('due', (q) =>
      q
        .selectFrom('outbound_emails')
        .select('id')
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('outbound_emails')
    .from('due')
    .whereRef('outbound_emails.id', '=', 'due.id')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: after(now, LEASE_MS) }))
    .returning(['outbound_emails.id', 'to_address', 'subject', 'body_text', 'attempts'])
    .executeTakeFirst();
}

/**
 * Notes a failed attempt; after the last one the mail is given up, with what it said. One that may still get through is
 * not sent again before that is known.
 */
async function postpone(db: Database, { id, attempts }: Claimed, now: Date, error: unknown): Promise<void> {
  const isLast = attempts >= MAX_ATTEMPTS;
  const waitMs = Math.max(backOff(attempts), error instanceof TimeoutError ? LEASE_MS : 0);
  await db
    .updateTable('outbound_emails')
    .set({
      state: isLast ? 'failed' : 'waiting',
      ...(isLast && { body_text: '' }),
      next_attempt_at: after(now, waitMs),
      last_error: String(error).slice(0, 500),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** What a mail said leaves with it: a link in it opens an account to whoever reads it. */
async function markSent(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbound_emails')
    .set({ state: 'sent', sent_at: now, body_text: '' })
    .where('id', '=', id)
    .execute();
}

/** Whether a server said something about this one mail; else it is the server that can't be reached. */
const wasAnswered = (error: unknown): boolean =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number';

/** Sends waiting mails through SMTP. Without an SMTP address they stay in the outbox, where an operator reads them. */
export function mailDelivery(options: {
  db: Database;
  clock: Clock;
  log: Log;
  smtpUrl: string | null;
  from: string;
  /** Begins every subject. */
  subjectPrefix?: string | undefined;
  /** For tests; milliseconds. */
  patience?: Partial<typeof patience>;
}): Job & { close(): void } {
  const { db, clock, log, smtpUrl, from, subjectPrefix = '' } = options;
  const { wholeMs, ...timeouts } = { ...patience, ...options.patience };
  // Mail servers distrust a name that is no domain.
  const domain = /@([^<>\s]+?)>?$/.exec(from)?.[1] ?? 'localhost';
  const transport = smtpUrl ? createTransport({ url: smtpUrl, ...timeouts }) : null;

  /** Whether to go on with the next mail. */
  async function sendOne(sender: NonNullable<typeof transport>, signal?: AbortSignal): Promise<boolean> {
    const mail = await claim(db, clock.now());
    if (!mail) return false;
    const message = {
      from,
      to: mail.to_address,
      subject: subjectPrefix + mail.subject,
      text: mail.body_text,
      messageId: `<${mail.id}@${domain}>`,
    };
    try {
      await withTimeout(
        sender.sendMail(message).then(() => markSent(db, mail.id, clock.now())),
        { ms: wholeMs, what: 'the mail server', signal },
      );
      return true;
    } catch (error) {
      log.warn({ err: error, mail: mail.id, attempts: mail.attempts }, 'mail not accepted; it waits');
      await postpone(db, mail, clock.now(), error);
      return wasAnswered(error);
    }
  }

  return {
    name: 'mail.deliver',
    async run(_now, signal) {
      if (!transport) return;
      while (!signal?.aborted && (await sendOne(transport, signal)));
    },
    async nextDueAt() {
      if (!transport) return null;
      const row = await db
        .selectFrom('outbound_emails')
        .select(sql<Date | null>`min(next_attempt_at)`.as('at'))
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      return row?.at ?? null;
    },
    close: () => transport?.close(),
  };
}
