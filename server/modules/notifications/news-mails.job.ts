import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import { mayMailNews } from '#server/http/mail-allowance.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { adoptFormerMails, formerSince } from './adopt-former-mails.ts';
import { digestMail, type MailsDeps, type NewsItem, newsMail, type Recipient } from './mails.ts';

const BATCH = 200;

type Deps = MailsDeps & { db: Database };

/**
 * Turns mail deliveries into mails: a separate mail for each delivery, or one mail for all deliveries of a
 * person's digest. The mail is written in the transaction that ends its deliveries, so it is sent once even
 * after a crash. Runs last in a round of jobs.
 */
export function newsMails(deps: Deps): Job {
  const { db } = deps;
  return {
    name: 'notifications.mail',
    async run(now, signal) {
      await adoptFormerMails(db, now);
      while (!signal?.aborted && (await transact(db, (tx) => mailSome(deps, tx, now))) === BATCH);
      for (const userId of await withDigest(db, now)) {
        if (signal?.aborted) return;
        await transact(db, (tx) => mailDigest(deps, tx, userId, now));
      }
    },
    isIdleUntilDue: true,
    nextDueAt: () => nextMailAt,
  };
}

const nextMailAt = sql`select least(
  (select min(due_at) from notification_deliveries where channel = 'mail' and state = 'waiting'), ${formerSince})`;

interface Due extends NewsItem, Recipient {
  deliveryId: string;
  createdAt: Date;
  /** False if the account is closed, and in a digest if the notification was read in the app meanwhile. */
  isWanted: boolean;
}

const selectDue = sql`
  select d.id as "deliveryId", d.user_id as "userId", d.topic, n.title, n.body, n.link, n.created_at as "createdAt",
    u.email, u.role, u.closed_at is null and (d.timing = 'now' or n.read_at is null or not n.in_app) as "isWanted"
  from notification_deliveries d
  join notifications n on n.id = d.notification_id
  join users u on u.id = d.user_id`;

async function mailSome(deps: Deps, tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<Due>`
    ${selectDue}
    where d.channel = 'mail' and d.state = 'waiting' and d.due_at <= ${now} and d.timing = 'now'
    order by d.due_at, d.id limit ${BATCH} for update of d skip locked`.execute(tx);
  const sent: Due[] = [];
  for (const row of rows.filter(({ isWanted }) => isWanted)) {
    // Other people cause messages, so mails about messages are limited. The app shows all messages.
    if (row.topic === 'messages' && !(await mayMailNews(deps.db, row.userId))) continue;
    await enqueueMail(tx, newsMail(row, row, deps), row.createdAt);
    sent.push(row);
  }
  await end(tx, rows, sent, now);
  return rows.length;
}

async function withDigest(db: Database, now: Date): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    select distinct user_id as "userId" from notification_deliveries
    where channel = 'mail' and state = 'waiting' and due_at <= ${now} and timing <> 'now' limit ${BATCH}`.execute(
    db,
  );
  return rows.map(({ userId }) => userId);
}

/**
 * Writes all deliveries that are due to one person into one mail. Does nothing if another process is doing
 * so.
 */
async function mailDigest(deps: Deps, tx: Tx, userId: UserId, now: Date): Promise<void> {
  const { rows: locks } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('digest ' || ${userId}, 0)) as mine`.execute(tx);
  if (!locks[0]!.mine) return;
  const { rows } = await sql<Due>`
    ${selectDue}
    where d.user_id = ${userId} and d.channel = 'mail' and d.state = 'waiting' and d.due_at <= ${now}
      and d.timing <> 'now'
    order by n.created_at, n.id for update of d`.execute(tx);
  const wanted = rows.filter(({ isWanted }) => isWanted);
  if (wanted[0]) await enqueueMail(tx, digestMail(wanted[0], wanted, deps), now);
  await end(tx, rows, wanted, now);
}

async function end(tx: Tx, rows: Due[], sent: Due[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const ids = (list: Due[]) => list.map(({ deliveryId }) => deliveryId);
  await sql`
    update notification_deliveries d
    set state = case when d.id = any(${ids(sent)}::uuid[]) then 'sent' else 'dropped' end, ended_at = ${now},
      attempts = d.attempts + 1
    where d.id = any(${ids(rows)}::uuid[])`.execute(tx);
}
