import type { UserId } from '#contract/accounts/ids.ts';
import { settingsPath } from '#contract/accounts/settings-path.ts';
import { type NotificationTopic, notificationTopics } from '#contract/notifications/notification-topics.ts';
import { topicLabel } from '#contract/notifications/topic-labels.ts';
import type { Mail } from '#server/infra/mail.ts';

export interface NewsItem {
  topic: NotificationTopic;
  title: string;
  body: string;
  link: string;
}

export interface Recipient {
  userId: UserId;
  email: string;
  role: string | null;
}

export interface MailsDeps {
  appUrl: string;
  /** Returns the link with which a person ends mails about these topics without signing in. */
  unsubscribeUrl: (userId: UserId, topics: readonly NotificationTopic[]) => string;
}

/** A digest names at most this many notifications, because nobody would read a longer one. */
const DIGEST_ITEMS_MAX = 30;

const choose = (appUrl: string, role: string | null): string =>
  `Choose what we mail you:\n${appUrl}${settingsPath(role, 'notifications')}`;

const nameOf = (topic: NotificationTopic, role: string | null): string =>
  topicLabel(topic, role === 'host' ? 'host' : 'clipper').name;

/** Returns a separate mail for one notification. */
export const newsMail = (item: NewsItem, { userId, email, role }: Recipient, deps: MailsDeps): Mail => ({
  to: email,
  subject: item.title,
  text: `${item.body}\n\n${deps.appUrl}${item.link}\n\n${choose(deps.appUrl, role)}`,
  buttons: ['Open Permille'],
  unsubscribe: {
    url: deps.unsubscribeUrl(userId, [item.topic]),
    about: nameOf(item.topic, role),
  },
});

/** Returns a mail with all notifications since the last digest, by topic, oldest first. */
export function digestMail(
  { userId, email, role }: Recipient,
  items: readonly NewsItem[],
  { appUrl, unsubscribeUrl }: MailsDeps,
): Mail {
  const topics = notificationTopics.filter((topic) => items.some((item) => item.topic === topic));
  const shown = items.slice(0, DIGEST_ITEMS_MAX);
  const parts = topics.flatMap((topic) => {
    const own = shown.filter((item) => item.topic === topic);
    if (own.length === 0) return [];
    const all = items.filter((item) => item.topic === topic).length;
    return [
      `— ${nameOf(topic, role)} (${all}) —`,
      ...own.map(({ title, body, link }) => `${title}\n${body}\n${appUrl}${link}`),
    ];
  });
  const more = items.length - shown.length;
  if (more > 0) parts.push(`And ${more} more under the bell:\n${appUrl}/${role}/dashboard`);
  return {
    to: email,
    subject: items.length === 1 ? items[0]!.title : `${items.length} updates from Permille`,
    text: [...parts, choose(appUrl, role)].join('\n\n'),
    unsubscribe: {
      url: unsubscribeUrl(userId, topics),
      about: topics.map((topic) => nameOf(topic, role)).join(', '),
    },
  };
}
