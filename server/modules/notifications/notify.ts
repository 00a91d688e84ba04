import { sql } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { type NotificationKind, topicOf } from '#contract/notifications/notification-kinds.ts';
import type {
  NotificationChannel,
  NotificationTiming,
  NotificationTopic,
} from '#contract/notifications/notification-topics.ts';
import { newId } from '#server/infra/id.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { leavesAt } from './digest-time.ts';
import { readTimings } from './preferences.ts';
import { findReaders } from './queries.ts';

/** A notification for one person, or for everyone who may act for an account. */
export type Notice = Content &
  ({ userId: UserId; accountId?: never } | { accountId: AccountId; userId?: never });

interface Content {
  /** Kind of the notification. The topic of the kind decides the channels. */
  kind: NotificationKind;
  title: string;
  body: string;
  /** Path inside the app, starting with "/". */
  link: string;
  /**
   * Channels that are skipped whatever the person chose. A channel is skipped if everybody gets a mail with
   * the same content, such as a receipt.
   */
  notBy?: readonly NotificationChannel[];
}

/**
 * Notifies people, in the transaction of the change. Notifies them in the app, and creates a delivery for
 * each other channel on which a person wants the topic; that channel's job sends the delivery. Callers must
 * send no other mail about the same thing. Closed accounts are not notified.
 */
export async function notify(tx: Tx, notices: Notice | Notice[], at: Date): Promise<void> {
  const all = [notices].flat();
  if (all.length === 0) return;
  const readersOf = await findReaders(tx, all);
  const list = all.flatMap((notice) =>
    readersOf(notice).map((userId) => ({ ...notice, userId, id: newId(), topic: topicOf(notice.kind) })),
  );
  if (list.length === 0) return;
  const timingOf = await readTimings(
    tx,
    list.map(({ userId }) => userId),
  );
  const rows = list.map(({ id, userId, kind, topic, title, body, link }) => {
    const inApp = timingOf(userId, topic, 'app') !== 'off';
    return {
      ...{ id, user_id: userId, kind, title, body, link, created_at: at, in_app: inApp },
      // A notification that the bell does not show can't be opened there, so it counts as read.
      read_at: inApp ? null : at,
    };
  });
  await tx.insertInto('notifications').values(rows).execute();
  await deliver(tx, 'mail', list, { timingOf, at });
  await deliver(tx, 'push', list, { timingOf, at });
}

interface Written extends Pick<Content, 'notBy'> {
  id: string;
  userId: UserId;
  topic: NotificationTopic;
}

type TimingOf = Awaited<ReturnType<typeof readTimings>>;

const isWanted = (timing: NotificationTiming): timing is Exclude<NotificationTiming, 'off'> =>
  timing !== 'off';

/** Creates deliveries to a person's mailbox, or to each browser that shows notifications. */
async function deliver(
  tx: Tx,
  channel: 'mail' | 'push',
  list: Written[],
  { timingOf, at }: { timingOf: TimingOf; at: Date },
): Promise<void> {
  const rows = list.flatMap(({ id, userId, topic, notBy }) => {
    const timing = notBy?.includes(channel) ? 'off' : timingOf(userId, topic, channel);
    return isWanted(timing) ? [{ id, userId, topic, timing, dueAt: leavesAt(timing, at) }] : [];
  });
  if (rows.length === 0) return;
  const targets = {
    mail: sql`select user_id as target_id`,
    push: sql`select s.id as target_id from push_subscriptions s where s.user_id = wanted.user_id`,
  };
  await sql`
    insert into notification_deliveries (notification_id, user_id, target_id, channel, topic, timing, due_at)
    select id, user_id, target.target_id, ${channel}, topic, timing, due_at from unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ userId }) => userId)}::uuid[],
      ${rows.map(({ topic }) => topic)}::text[], ${rows.map(({ timing }) => timing)}::text[],
      ${rows.map(({ dueAt }) => dueAt)}::timestamptz[]
    ) as wanted (id, user_id, topic, timing, due_at)
    cross join lateral (${targets[channel]}) target`.execute(tx);
}
