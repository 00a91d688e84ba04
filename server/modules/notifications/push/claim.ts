import { sql } from 'kysely';
import type { NotificationTopic } from '#contract/notifications/notification-topics.ts';
import { after, DAY, SECOND } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';

/** The data that an attempt needs. */
export interface ClaimedPush {
  id: string;
  leaseId: string;
  attempts: number;
  notificationId: string;
  topic: NotificationTopic;
  title: string;
  body: string;
  link: string;
  /** Role of the notified person; null if the push is unwanted. */
  role: string | null;
  /** null: the push is no longer wanted. */
  target: { id: string; sealed: string; showsDetails: boolean } | null;
}

/** Lease of a claimed push; longer than an attempt may last. */
const LEASE_MS = 30 * SECOND;
/** After this time a push is no longer news. */
const USEFUL_MS = DAY;

/**
 * Claims up to `most` due pushes, at most one per browser at a time. So each browser gets its pushes in
 * order, and no browser has to wait for a slow one.
 */
export async function claimPushes(db: Database, now: Date, most: number): Promise<ClaimedPush[]> {
  const { rows } = await sql<
    Omit<ClaimedPush, 'target'> &
      Record<'targetId' | 'sealed', string | null> & { showsDetails: boolean | null }
  >`
    with first as (
      select distinct on (target_id) id from notification_deliveries
      where channel = 'push' and state = 'waiting' and due_at <= ${now}
      order by target_id, due_at, id
    ), free as (
      select d.id from first join notification_deliveries d on d.id = first.id
      where d.state = 'waiting' and (d.leased_until is null or d.leased_until <= ${now})
      order by d.due_at, d.id limit ${most} for update of d skip locked
    ), taken as (
      update notification_deliveries d
      set attempts = d.attempts + 1, lease_id = gen_random_uuid(), leased_until = ${after(now, LEASE_MS)}
      from free where d.id = free.id
      returning d.*
    )
    select d.id, d.lease_id as "leaseId", d.attempts, d.notification_id as "notificationId", d.topic, n.title, n.body,
      n.link, p.id as "targetId", u.role, p.sealed, p.shows_details as "showsDetails"
    from taken d
    join notifications n on n.id = d.notification_id
    left join (
      push_subscriptions p join sessions s on s.id = p.session_id and s.expires_at > clock_timestamp()
      join users u on u.id = p.user_id and u.closed_at is null and u.banned_at is null
    ) on p.id = d.target_id and p.user_id = d.user_id and (n.read_at is null or not n.in_app)
      and n.created_at > ${after(now, -USEFUL_MS)}
    order by d.due_at, d.id`.execute(db);
  return rows.map(({ targetId, sealed, showsDetails, ...row }) => ({
    ...row,
    target:
      targetId && sealed !== null ? { id: targetId, sealed, showsDetails: showsDetails === true } : null,
  }));
}

/** SQL: when the next push is due. */
export const nextPushAt = sql`
  select min(due_at) from notification_deliveries where channel = 'push' and state = 'waiting'`;

/** Returns the number of due pushes, including those that are being attempted. */
export async function countDuePushes(db: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notification_deliveries
    where channel = 'push' and state = 'waiting' and due_at <= ${now}`.execute(db);
  return rows[0]!.count;
}
