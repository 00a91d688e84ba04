import { after, HOUR, MINUTE } from '#server/infra/clock.ts';
import { isDatabaseUnavailable } from '#server/infra/database-unavailable.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Log } from '#server/infra/log.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import type { MailNow } from '#server/infra/mail-now.ts';
import type { Job } from '#server/infra/tick.ts';
import { callService } from '#server/infra/tracing/call-service.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { DATABASE, databaseAlarm, type Notify } from './database-alarm.ts';
import { runChecks } from './health.ts';

export interface AlarmDeps {
  db: Database;
  log: Log;
  alerts: { email: string; webhook: string | null };
  /** Sends a mail without the outbox, for alarms while the database is away; null when no mail is sent. */
  mailNow: MailNow | null;
}

/**
 * An alarm ends only after its check has passed for this long, so that a problem that appears repeatedly is
 * one alarm.
 */
const CALM_MS = 10 * MINUTE;
/** A message that the webhook refuses is sent again for this long. */
const POSTED_WITHIN_MS = 6 * HOUR;
const WEBHOOK_MS = 10_000;

/**
 * Runs every minute: notifies the operator, by mail and webhook, when a check of System Health starts to fail
 * and when it passes again.
 */
export function alarms(deps: AlarmDeps, checks: HealthCheck[]): Job {
  const { db, log, alerts } = deps;
  const ofDatabase = databaseAlarm(waysWithoutDatabase(deps));
  let next = 0;
  const notify = async (now: Date): Promise<void> => {
    for (const { name, ok, detail } of (await runChecks(checks)).checks) {
      if (ok) await end(db, alerts.email, name, now);
      else await raise(db, alerts.email, { name, detail }, now);
    }
    if (alerts.webhook) await post(db, log, alerts.webhook, now);
  };
  return {
    name: 'admin.alarms',
    async run(now) {
      if (now.getTime() < next) return;
      next = after(now, MINUTE).getTime();
      try {
        await notify(now);
      } catch (error) {
        if (isDatabaseUnavailable(error)) await ofDatabase.note(true, now);
        throw error;
      }
      await ofDatabase.note(false, now);
    },
  };
}

/** Returns the functions that notify the operator without the database. */
function waysWithoutDatabase({ log, alerts: { email, webhook }, mailNow }: AlarmDeps): Notify[] {
  const byMail: Notify = async ({ subject, text }) => await mailNow!({ to: email, subject, text });
  const byWebhook: Notify = async ({ subject, text, ok }, at) => {
    const sentence = `${subject}. ${text}`;
    return await send(
      webhook!,
      { name: DATABASE, ok, detail: text, at, text: sentence, content: sentence },
      log,
    );
  };
  return [...(mailNow ? [byMail] : []), ...(webhook ? [byWebhook] : [])];
}

async function raise(db: Database, to: string, { name, detail }: Alarm, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const begun = await tx
      .insertInto('alarms')
      .values({ name, detail, raised_at: now })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ detail, raised_at: now, well_since: null, ended_at: null, posted_at: null })
          .where('alarms.ended_at', 'is not', null),
      )
      .returning('name')
      .executeTakeFirst();
    if (begun) {
      await enqueueMail(tx, { to, subject: `Needs attention: ${name}`, text: `${detail}\n\n${SEE}` }, now);
    } else {
      await tx.updateTable('alarms').set({ well_since: null }).where('name', '=', name).execute();
    }
  });
}

async function end(db: Database, to: string, name: string, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    const ended = await tx
      .updateTable('alarms')
      .set({ ended_at: now, posted_at: null })
      .where('name', '=', name)
      .where('ended_at', 'is', null)
      .where('well_since', '<=', after(now, -CALM_MS))
      .returning('detail')
      .executeTakeFirst();
    if (ended) {
      const text = `Nothing is wrong now. It was: ${ended.detail}\n\n${SEE}`;
      await enqueueMail(tx, { to, subject: `Well again: ${name}`, text }, now);
      return;
    }
    await tx
      .updateTable('alarms')
      .set({ well_since: now })
      .where('name', '=', name)
      .where('ended_at', 'is', null)
      .where('well_since', 'is', null)
      .execute();
  });
}

const SEE = 'The admin panel shows all of System Health.';

interface Alarm {
  name: string;
  detail: string;
}

/** Sends waiting alarms to the webhook. A refused alarm is sent again every minute. */
async function post(db: Database, log: Log, webhook: string, now: Date): Promise<void> {
  const waiting = await db
    .selectFrom('alarms')
    .selectAll()
    .where('posted_at', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('ended_at', 'raised_at'), '>', after(now, -POSTED_WITHIN_MS)))
    .orderBy('name')
    .execute();
  for (const alarm of waiting) {
    // The alarm is claimed before sending, so that two processes don't both send it. If this process dies
    // here, the operator still gets the mail.
    if (!(await notePosted(db, alarm, null, now))) continue;
    if (!(await send(webhook, messageOf(alarm), log))) await notePosted(db, alarm, now, null);
  }
}

interface Raised extends Alarm {
  raised_at: Date;
  ended_at: Date | null;
}

async function notePosted(db: Database, alarm: Raised, from: Date | null, to: Date | null): Promise<boolean> {
  const row = await db
    .updateTable('alarms')
    .set({ posted_at: to })
    .where('name', '=', alarm.name)
    .where('raised_at', '=', alarm.raised_at)
    .where('ended_at', alarm.ended_at ? '=' : 'is', alarm.ended_at)
    .where('posted_at', from ? '=' : 'is', from)
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the body of the webhook. Slack shows `text`; Discord shows `content`, of at most 2,000 characters.
 */
function messageOf({ name, detail, raised_at, ended_at }: Raised) {
  const text = ended_at ? `Well again: ${name}.` : `Needs attention: ${name}. ${detail}`.slice(0, 1_900);
  return { name, ok: ended_at !== null, detail, at: ended_at ?? raised_at, text, content: text };
}

async function send(url: string, body: object, log: Log): Promise<boolean> {
  try {
    const reply = await callService(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(WEBHOOK_MS),
    });
    await reply.body?.cancel();
    if (reply.ok) return true;
    log.warn({ status: reply.status }, 'the webhook for alarms did not take one; it is tried again');
  } catch (error) {
    // The webhook's address is not logged, because it is a secret.
    log.warn(
      { reason: error instanceof Error ? error.name : 'unknown' },
      'the webhook for alarms cannot be reached; it is tried again',
    );
  }
  return false;
}
