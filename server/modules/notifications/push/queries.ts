import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import type { PushSubscriptionRow } from '#contract/notifications/push-subscriptions.ts';
import type { Database } from '#server/infra/transaction.ts';

/** Returns the browsers of a person's live sessions, newest first. Sessions use real time. */
export async function listPushSubscriptions(
  db: Database,
  { userId, sessionId }: { userId: UserId; sessionId: string },
): Promise<PushSubscriptionRow[]> {
  const { rows } = await sql<PushSubscriptionRow>`
    select p.id, p.session_id = ${sessionId} as "isThis", s.user_agent as "userAgent",
      p.shows_details as "showsDetails", p.created_at as "createdAt"
    from push_subscriptions p join sessions s on s.id = p.session_id
    where p.user_id = ${userId} and s.expires_at > clock_timestamp()
    order by p.created_at desc, p.id desc`.execute(db);
  return rows;
}
