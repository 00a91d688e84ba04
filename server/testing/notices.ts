import type { UserId } from '#contract/accounts/ids.ts';
import type { Database } from '#server/infra/transaction.ts';

/**
 * Returns a person's notifications, oldest first, each with the state of its mail, or `none` without a mail.
 */
export async function noticesOf(db: Database, userId: UserId) {
  const rows = await db
    .selectFrom('notifications as n')
    .leftJoin('notification_deliveries as d', (on) =>
      on.onRef('d.notification_id', '=', 'n.id').on('d.channel', '=', 'mail'),
    )
    .select(['n.kind', 'n.link', 'n.body', 'd.state'])
    .where('n.user_id', '=', userId)
    .orderBy('n.id')
    .execute();
  return rows.map(({ state, ...row }) => ({ ...row, mail: state ?? 'none' }));
}
