import { sql } from 'kysely';
import { type PostPlatform, platforms } from '#contract/platforms/platforms.ts';
import { asSentence } from '#contract/sentence.ts';
import { mailNotices } from '#contract/support/support.ts';
import { after, type Clock, HOUR, MINUTE } from '#server/infra/clock.ts';
import { type HealthCheck, type Notice, runHealthCheck } from '#server/infra/health-check.ts';
import type { Database } from '#server/infra/transaction.ts';
import { withTimeout } from '#server/infra/with-timeout.ts';

/** If work is later than this, its loop or the service that it calls is down. */
const LATE_POLLS_MS = 2 * HOUR;
const LATE_MS = 15 * MINUTE;
const STATUS_LIMIT_MS = 5_000;
/** If this many latest deliveries failed, the mail server probably accepts no mails. */
const LAST_MAILS = 3;

/** The way in which mails are sent. A demo may send none, because its users read the outbox. */
export type MailWay = 'smtp' | 'outbox' | 'demo-outbox';

/** Returns checks of whether jobs keep up. They count the waiting rows in the database. */
export function backlogChecks(
  db: Database,
  clock: Clock,
  { mail, withoutKeys }: { mail: MailWay; withoutKeys: readonly PostPlatform[] },
): HealthCheck[] {
  const counting = () => findCounting(db, clock.now(), withoutKeys);
  return [
    {
      name: 'Mail',
      problem: async () => (mail === 'smtp' ? await mailProblem(db, clock.now()) : unsent[mail]),
      well: mail === 'smtp' ? 'Healthy' : 'Not sent. Without SMTP_URL all mails stay in the outbox.',
      notice: {
        of: 'services',
        read: async () => {
          if (mail === 'outbox') return mailNotices.unsent;
          const late = mail === 'smtp' && (await mailProblem(db, clock.now(), ofServer)) !== null;
          return late ? mailNotices.late : null;
        },
      },
    },
    {
      name: 'View counting',
      problem: async () => countingSentences(await counting()),
      notice: {
        of: 'services',
        read: async () => {
          const { late, silent, keyless } = await counting();
          if (late > 0 || silent) return 'Views are counted later than usual.';
          return keyless ? `Views can’t be read here right now: ${keyless}.` : null;
        },
      },
    },
    {
      name: 'Decisions',
      problem: async () => {
        const { rows } = await sql<{ late: number }>`select count(*)::int as late from submissions
          where decision is not null and decision_commits_at < ${after(clock.now(), -LATE_MS)}`.execute(db);
        const { late } = rows[0]!;
        return late > 0 ? `Decisions of hosts that have not taken effect: ${late}.` : null;
      },
    },
  ];
}

const unsent: Record<Exclude<MailWay, 'smtp'>, string | null> = {
  outbox: 'No mail is sent, not even the links of sign-ups: set SMTP_URL.',
  'demo-outbox': null,
};

interface Mails {
  late: number;
  failed: number;
  refused: string | null;
}

/**
 * Leaves out mails whose address the server refused: anybody can sign up with such an address, and the server
 * still accepts other mails.
 */
const ofServer = sql<boolean>`coalesce(last_error, '') not like '%all recipients were rejected%'`;

async function mailProblem(db: Database, now: Date, which = sql<boolean>`true`): Promise<string | null> {
  const { rows } = await sql<Mails>`
    with mails as not materialized (select * from outbound_emails where ${which}), tried as (
      select state, last_error from mails
      where (state <> 'waiting' or last_error is not null) and created_at > ${after(now, -24 * HOUR)}
      order by created_at desc limit ${LAST_MAILS})
    select
      (select count(*)::int from mails
        where state = 'waiting' and created_at < ${after(now, -LATE_MS)}) as late,
      (select count(*)::int from mails
        where state = 'failed' and created_at > ${after(now, -24 * HOUR)}) as failed,
      (select min(last_error) from tried having not bool_or(state = 'sent')) as refused`.execute(db);
  const { late, failed, refused } = rows[0]!;
  const sentences = [
    late + failed > 0 &&
      `Mails waiting for more than 15 minutes: ${late}; given up in the last 24 hours: ${failed}.`,
    refused && `The last deliveries failed: ${asSentence(refused)}`,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : null;
}

/**
 * The number of late clips, the names of platforms that don't answer or have no keys here, and the errors of
 * platforms that refuse our calls.
 */
interface Counting {
  late: number;
  silent: string;
  refusing: string;
  keyless: string;
}

/**
 * Finds late clips and failing platforms. A platform counts as silent if at least half of its recently
 * counted clips failed twice in a row.
 */
async function findCounting(
  db: Database,
  now: Date,
  withoutKeys: readonly PostPlatform[],
): Promise<Counting> {
  const { rows } = await sql<{ late: number }>`
    select count(*)::int as late from clip_tracking
    where state = 'polling' and next_poll_at < ${after(now, -LATE_POLLS_MS)}`.execute(db);
  const { rows: unanswered } = await sql<{ platform: PostPlatform; refusal: string | null }>`
    select platform,
      mode() within group (order by trouble_detail) filter (where failures >= 2 and trouble in ('refused', 'failed')) as refusal
    from clip_tracking
    where state = 'polling' and (failures > 0 or last_fetched_at > ${after(now, -LATE_POLLS_MS)})
    group by platform having count(*) filter (where failures >= 2) * 2 >= count(*)
    order by platform`.execute(db);
  const namesOf = (of: typeof unanswered) => of.map(({ platform }) => platforms[platform].name).join(', ');
  const withKeys = unanswered.filter(({ platform }) => !withoutKeys.includes(platform));
  return {
    late: rows[0]!.late,
    silent: namesOf(withKeys.filter(({ refusal }) => refusal === null)),
    refusing: withKeys.flatMap(({ refusal }) => refusal ?? []).join('; '),
    keyless: namesOf(unanswered.filter(({ platform }) => withoutKeys.includes(platform))),
  };
}

function countingSentences({ late, silent, refusing, keyless }: Counting): string | null {
  const sentences = [
    late > 0 && `Clips counted more than two hours late: ${late}.`,
    silent && `Does not answer: ${silent}.`,
    refusing && `Refuses requests: ${refusing}.`,
    keyless && `Has no keys here, though clips were counted by it: ${keyless}.`,
  ].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : null;
}

/** Runs every check. If a check throws or exceeds the limit, that is its problem. */
export async function runChecks(checks: HealthCheck[], limitMs = 10_000) {
  const results = await Promise.all(
    checks.map(async (check) => {
      const found = await runHealthCheck(check, limitMs);
      return { name: check.name, ok: found === null, detail: found ?? (await wellOf(check)) };
    }),
  );
  return { healthy: results.every(({ ok }) => ok), checks: results };
}

const wellOf = async ({ well = 'Healthy' }: HealthCheck): Promise<string> =>
  typeof well === 'string' ? well : await well().catch(() => 'Healthy');

/**
 * Returns the public status: for each part, sentences about everything that is worse than usual.
 * @throws when a notice can't be read within five seconds, because the status is then unknown
 */
export async function readStatus(checks: HealthCheck[]): Promise<Record<Notice['of'], string[]>> {
  const status: Record<Notice['of'], string[]> = { services: [], payments: [] };
  const notices = checks.flatMap(({ notice }) => notice ?? []);
  const found = await withTimeout(Promise.all(notices.map(({ read }) => read())), {
    ms: STATUS_LIMIT_MS,
    what: 'the status',
  });
  for (const [at, { of }] of notices.entries()) {
    const sentence = found[at];
    if (sentence && !status[of].includes(sentence)) status[of].push(sentence);
  }
  return status;
}
