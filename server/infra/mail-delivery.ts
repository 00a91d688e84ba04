import { sql } from 'kysely';
import type { Transporter } from 'nodemailer';
import { type ClaimedMail, claimMail, LEASE_MS } from './claim-mail.ts';
import type { Clock } from './clock.ts';
import { after, MINUTE, SECOND } from './clock.ts';
import type { Log } from './log.ts';
import { mailContent } from './mail-content.ts';
import { type SuppressionReason, suppress, suppressionOf } from './mail-suppressions.ts';
import { openTransport, patience } from './mail-transport.ts';
import { smtpVerdict } from './smtp-answer.ts';
import type { Job } from './tick.ts';
import { type Database, type Tx, transact } from './transaction.ts';
import { TimeoutError, withTimeout } from './with-timeout.ts';

/** Attempts per mail. The wait before each next attempt doubles from 20 seconds to at most an hour. */
const MAX_ATTEMPTS = 12;
const backOff = (attempts: number) => Math.min(10 * SECOND * 2 ** attempts, 60 * MINUTE);

/**
 * Notifies the owner of an address that it gets no more mails, and why, in the transaction that ends them.
 */
export type OnSuppressed = (tx: Tx, address: string, reason: SuppressionReason, now: Date) => Promise<void>;

/**
 * Records a failed attempt. After the last attempt the mail is given up, with the server's answer. A mail
 * that may still arrive is not sent again until its outcome is known.
 */
async function postpone(
  db: Database,
  { id, attempts }: ClaimedMail,
  now: Date,
  error: unknown,
): Promise<void> {
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

/**
 * Records that a mail was sent and deletes its text, because a link in the text opens an account to anyone
 * who reads it.
 */
async function markSent(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbound_emails')
    .set({ state: 'sent', sent_at: now, body_text: '' })
    .where('id', '=', id)
    .execute();
}

/** Marks a mail as kept: its reader has no mailbox, so its text remains readable in the outbox. */
async function keep(db: Database, id: string): Promise<void> {
  await db.updateTable('outbound_emails').set({ state: 'kept' }).where('id', '=', id).execute();
}

/** Gives up a mail that can't be delivered. */
async function giveUp(db: Database | Tx, id: string, refusedAt: Date | null, why: string): Promise<void> {
  await db
    .updateTable('outbound_emails')
    .set({ state: 'failed', body_text: '', refused_at: refusedAt, last_error: why.slice(0, 500) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/**
 * Whether a mail must not be sent because its address bounced or its reader reported spam. These mails would
 * hurt the delivery of all others.
 */
async function isHeldBack(db: Database, mail: ClaimedMail): Promise<boolean> {
  if (mail.asked_for) return false;
  const suppression = await suppressionOf(db, mail.to_address);
  return suppression?.reason === 'bounce' || (suppression !== null && mail.unsubscribe_url !== null);
}

/** Whether the error is a server's answer about this mail; otherwise the server could not be reached. */
const wasAnswered = (error: unknown): boolean =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number';

interface Failure {
  error: unknown;
  now: Date;
  onSuppressed: OnSuppressed | undefined;
}

async function noteFailure(
  db: Database,
  mail: ClaimedMail,
  { error, now, onSuppressed }: Failure,
): Promise<void> {
  const verdict = smtpVerdict(error);
  if (verdict === 'later') return await postpone(db, mail, now, error);
  await transact(db, async (tx) => {
    await giveUp(tx, mail.id, now, String(error));
    if (verdict !== 'nobody') return;
    const bounce = { reason: 'bounce', detail: String(error), suppressedAt: now } as const;
    if (await suppress(tx, mail.to_address, bounce)) await onSuppressed?.(tx, mail.to_address, 'bounce', now);
  });
}

interface Delivery {
  db: Database;
  clock: Clock;
  log: Log;
  smtpUrl: string | null;
  from: string;
  /** Origin of the web app. Links to it become buttons. */
  appUrl: string;
  /** Prefix of every subject. */
  subjectPrefix?: string | undefined;
  /** The address that receives bounced mails; without it the sender does. */
  returnPath?: string | null;
  /** Whether mails to an address are kept in the outbox and never sent; absent when none are. */
  keeps?: (address: string) => boolean;
  onSuppressed?: OnSuppressed;
  /** Time limits that tests shorten, in milliseconds. */
  patience?: Partial<typeof patience>;
}

/**
 * Sends waiting mails through SMTP. Without an SMTP address they remain in the outbox, where an operator
 * reads them.
 */
export function mailDelivery(options: Delivery): Job & { close(): void } {
  const {
    db,
    clock,
    log,
    smtpUrl,
    from,
    appUrl,
    subjectPrefix = '',
    returnPath,
    onSuppressed,
    keeps,
  } = options;
  const { wholeMs, ...timeouts } = { ...patience, ...options.patience };
  // The client introduces itself by the sender's domain, because mail servers distrust any other kind of
  // name.
  const domain = /@([^@<>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  let transport: Transporter | null = null;

  /** Returns whether to continue with the next mail. */
  async function sendOne(sender: Transporter, signal?: AbortSignal): Promise<boolean> {
    const mail = await claimMail(db, clock.now());
    if (!mail) return false;
    if (keeps?.(mail.to_address)) {
      await keep(db, mail.id);
      return true;
    }
    if (await isHeldBack(db, mail)) {
      await giveUp(db, mail.id, null, 'mails to this address came back');
      return true;
    }
    const message = {
      ...(await mailContent(mail, subjectPrefix, appUrl)),
      from,
      messageId: `<${mail.id}@${domain}>`,
      ...(returnPath && { envelope: { from: returnPath, to: [mail.to_address] } }),
    };
    try {
      await withTimeout(
        sender.sendMail(message).then(() => markSent(db, mail.id, clock.now())),
        { ms: wholeMs, what: 'the mail server', signal },
      );
      return true;
    } catch (error) {
      log.warn({ err: error, mail: mail.id, attempts: mail.attempts }, 'mail not accepted');
      await noteFailure(db, mail, { error, now: clock.now(), onSuppressed });
      return wasAnswered(error);
    }
  }

  return {
    name: 'mail.deliver',
    async run(_now, signal) {
      if (!smtpUrl) return;
      transport ??= await openTransport({ url: smtpUrl, ...timeouts });
      while (!signal?.aborted && (await sendOne(transport, signal)));
    },
    isIdleUntilDue: true,
    nextDueAt: () =>
      smtpUrl
        ? sql`select min(next_attempt_at) from outbound_emails where state = 'waiting'`
        : Promise.resolve(null),
    close: () => transport?.close(),
  };
}
