import type { UserId } from '#contract/accounts/ids.ts';
import type { NotificationTopic } from '#contract/notifications/notification-topics.ts';
import { topicLabel } from '#contract/notifications/topic-labels.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { MailLinks } from './mail-links.ts';
import { readTimings, setPreference } from './preferences.ts';

interface Ending {
  userId: UserId;
  role: 'host' | 'clipper';
  topics: NotificationTopic[];
}

/**
 * Returns the person and topics of a link in a mail; null if we did not make the link or the person has left.
 */
async function readEnding(db: Database, links: MailLinks, token: string): Promise<Ending | null> {
  const known = links.readUnsubscribe(token);
  if (!known) return null;
  const user = await db
    .selectFrom('users')
    .select('role')
    .where('id', '=', known.userId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return user ? { ...known, role: user.role === 'host' ? 'host' : 'clipper' } : null;
}

export async function readUnsubscribeSubject(
  db: Database,
  links: MailLinks,
  token: string,
): Promise<Outcome<{ about: string; ended: boolean }, 'link_expired'>> {
  const ending = await readEnding(db, links, token);
  if (!ending) return refuse('link_expired');
  const { userId, role, topics } = ending;
  const timingOf = await readTimings(db, [userId]);
  return {
    about: topics.map((topic) => topicLabel(topic, role).name).join(', '),
    ended: topics.every((topic) => timingOf(userId, topic, 'mail') === 'off'),
  };
}

/** Ends mails about these topics, including waiting ones. A repeated call changes nothing. */
export async function unsubscribe(
  db: Database,
  links: MailLinks,
  token: string,
  now: Date,
): Promise<Outcome<null, 'link_expired'>> {
  const ending = await readEnding(db, links, token);
  if (!ending) return refuse('link_expired');
  for (const topic of ending.topics)
    await setPreference(db, ending.userId, { topic, channel: 'mail', timing: 'off' }, now);
  return null;
}
