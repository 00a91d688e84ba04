import { sql } from 'kysely';
import { after, type Clock, HOUR, MINUTE } from '#server/infra/clock.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Work that is this late is not late by chance: its loop, or what it talks to, is down. */
const LATE_POLLS_MS = 2 * HOUR;
const LATE_MS = 15 * MINUTE;

interface Late {
  mails: bigint;
  failed: bigint;
  polls: bigint;
  decisions: bigint;
}

/** Whether the jobs get done, read from what waits in the database. */
export function backlogChecks(db: Database, clock: Clock, options: { mailLeaves: boolean }): HealthCheck[] {
  const read = async (): Promise<Late> => {
    const now = clock.now();
    const { rows } = await sql<Late>`
      select
        (select count(*) from outbound_emails where state = 'waiting' and created_at < ${after(now, -LATE_MS)}) as mails,
        (select count(*) from outbound_emails where state = 'failed' and created_at > ${after(now, -24 * HOUR)}) as failed,
        (select count(*) from clip_tracking
          where state = 'polling' and next_poll_at < ${after(now, -LATE_POLLS_MS)}) as polls,
        (select count(*) from submissions
          where decision is not null and decision_commits_at < ${after(now, -LATE_MS)}) as decisions`.execute(
      db,
    );
    return rows[0]!;
  };
  return [
    {
      name: 'Mail',
      problem: async () => {
        if (!options.mailLeaves) return null;
        const { mails, failed } = await read();
        return mails + failed > 0n
          ? `Mails waiting for more than 15 minutes: ${mails}; given up in the last 24 hours: ${failed}.`
          : null;
      },
    },
    {
      name: 'View counting',
      problem: async () => {
        const { polls } = await read();
        return polls > 0n ? `Clips counted more than two hours late: ${polls}.` : null;
      },
    },
    {
      name: 'Decisions',
      problem: async () => {
        const { decisions } = await read();
        return decisions > 0n ? `Decisions of hosts that have not taken effect: ${decisions}.` : null;
      },
    },
  ];
}

/** Runs every check; one that breaks is itself a problem. */
export async function runChecks(checks: HealthCheck[]) {
  const results = await Promise.all(
    checks.map(async ({ name, problem }) => {
      const found = await problem().catch(() => 'The check could not be made.');
      return { name, ok: found === null, detail: found ?? 'Healthy' };
    }),
  );
  return { healthy: results.every(({ ok }) => ok), checks: results };
}
