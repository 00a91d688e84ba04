import { sql } from 'kysely';
import type { NotificationTopic } from '#contract/notification-topics.ts';
import { after, DAY, SECOND } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';

/** What an attempt needs. */
export interface ClaimedPush {
  id: string;
  leaseId: string;
  attempts: number;
  notificationId: string;
  topic: NotificationTopic;
  title: string;
  body: string;
  link: string;
  /** Of whoever is notified; null once nobody wants it. */
  role: string | null;
  /** Null: nobody wants it any more. */
  target: { id: string; sealed: string; showsDetails: boolean } | null;
}

/** Longer than an attempt may take. */
const LEASE_MS = 30 * SECOND;
/** Later than this it tells nothing new. */
const USEFUL_MS = DAY;

/**
 * Takes up to `most` pushes that are due, one for each browser at a time, so that each gets its own in their order and none waits
 * for another that is slow.
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

/** The next moment at which something will be due. */
export const nextPushAt = sql`
  select min(due_at) from notification_deliveries where channel = 'push' and state = 'waiting'`;

/** Pushes that are due; those that an attempt has are among them. */
export async function countDuePushes(db: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notification_deliveries
    where channel = 'push' and state = 'waiting' and due_at <= ${now}`.execute(db);
  return rows[0]!.count;
}
