import { sql } from 'kysely';
import type { Clock } from '#server/infra/clock.ts';
import type { Labelled, Metric } from '#server/infra/metric.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { MailWay } from './health.ts';

/** One row for each open payout. A state without payouts has one row with nulls. */
const openPayouts = sql`(values ('requested'), ('processing')) as open (state) left join (
  select id, state, requested_at from payouts where state in ('requested', 'processing')) payout using (state)`;

/**
 * Whether mails stay in the outbox, where people read them: a demo without SMTP_URL. Then no mail is late.
 */
const staysInOutbox = (mail: MailWay): boolean => mail === 'demo-outbox';

/**
 * Metrics of the number and age of waiting work of all modules. They are read from indexes, because
 * Prometheus reads them every few seconds.
 */
export const backlogMetrics = (db: Database, clock: Clock, mail: MailWay): Metric[] => [
  {
    name: 'permille_mails_oldest_seconds',
    help: 'How long the mail that waits longest is due; 0 when none waits',
    read: async () =>
      staysInOutbox(mail)
        ? 0
        : await oldest(
            db,
            clock,
            sql`select min(next_attempt_at) as at from outbound_emails where state = 'waiting'`,
          ),
  },
  {
    name: 'permille_mails_waiting',
    help: 'Mails that are due and have not left',
    read: async () => {
      if (staysInOutbox(mail)) return 0;
      const { rows } = await sql<{ count: number }>`
        select count(*)::float8 as count from outbound_emails
        where state = 'waiting' and next_attempt_at <= ${clock.now()}`.execute(db);
      return rows[0]!.count;
    },
  },
  {
    name: 'permille_payouts_oldest_seconds',
    help: 'How long the payout of a state that was requested first waits; 0 when none does',
    labelNames: ['state'],
    read: () =>
      perLabel(
        db,
        'state',
        sql`select state as label,
            coalesce(greatest(0, extract(epoch from ${clock.now()}::timestamptz - min(requested_at))), 0)::float8 as value
          from ${openPayouts} group by state order by state`,
      ),
  },
  {
    name: 'permille_payouts_open',
    help: 'Payouts that are requested or processing',
    labelNames: ['state'],
    read: () =>
      perLabel(
        db,
        'state',
        sql`select state as label, count(id)::float8 as value
          from ${openPayouts} group by state order by state`,
      ),
  },
  {
    name: 'permille_counts_late_seconds',
    help: 'How long the clip of a platform that waits longest to be counted is due',
    labelNames: ['platform'],
    read: () =>
      perLabel(
        db,
        'platform',
        sql`select platform as label,
            greatest(0, extract(epoch from ${clock.now()}::timestamptz - min(next_poll_at)))::float8 as value
          from clip_tracking where state = 'polling' group by platform`,
      ),
  },
];

/**
 * Returns the seconds since the time that the statement returns as `at`; 0 if there is no such time or it is
 * in the future.
 */
async function oldest(db: Database, clock: Clock, found: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ at: Date | null }>`${found}`.execute(db);
  const at = rows[0]?.at;
  return at ? Math.max(0, (clock.now().getTime() - at.getTime()) / 1_000) : 0;
}

async function perLabel(db: Database, name: string, found: ReturnType<typeof sql>): Promise<Labelled[]> {
  const { rows } = await sql<{ label: string; value: number }>`${found}`.execute(db);
  return rows.map(({ label, value }) => ({ labels: { [name]: label }, value }));
}
