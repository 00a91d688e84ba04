import { z } from 'zod';
import type { Role } from './accounts.ts';

/** What people are notified about. */
export const notificationTopics = [
  'submissions',
  'decisions',
  'verification',
  'money',
  'statements',
  'listings',
  'new_listings',
  'connections',
  'messages',
  'other',
] as const;
export const notificationTopic = z.enum(notificationTopics);
export type NotificationTopic = z.infer<typeof notificationTopic>;

/** How a notification reaches its person. */
export const notificationChannels = ['app', 'mail', 'push'] as const;
export const notificationChannel = z.enum(notificationChannels);
export type NotificationChannel = z.infer<typeof notificationChannel>;

/** When it does: each at once, all of a day or a week together, or never. */
export const notificationTimings = ['now', 'daily', 'weekly', 'off'] as const;
export const notificationTiming = z.enum(notificationTimings);
export type NotificationTiming = z.infer<typeof notificationTiming>;

/** What each channel can do. */
export const channelTimings: Record<NotificationChannel, readonly NotificationTiming[]> = {
  app: ['now', 'off'],
  mail: notificationTimings,
  push: ['now', 'off'],
};

/** Digests leave at this hour, UTC; those of a week on Mondays. */
export const DIGEST_HOUR_UTC = 7;

interface Topic {
  roles: readonly Role[];
  /** Until the person chooses. Push reaches the browsers where it was turned on. */
  timings: Record<NotificationChannel, NotificationTiming>;
  /** Where it can't be turned off: whoever misses it may lose money or the account. */
  always?: readonly NotificationChannel[];
}

const everywhere = { app: 'now', mail: 'now', push: 'now' } as const;

export const topicRules: Record<NotificationTopic, Topic> = {
  submissions: { roles: ['host'], timings: { app: 'now', mail: 'daily', push: 'now' } },
  decisions: { roles: ['clipper'], timings: everywhere },
  verification: { roles: ['clipper'], timings: everywhere, always: ['app'] },
  money: { roles: ['host', 'clipper'], timings: everywhere, always: ['app'] },
  statements: { roles: ['host', 'clipper'], timings: { app: 'now', mail: 'now', push: 'off' } },
  listings: { roles: ['host'], timings: everywhere },
  // One for each listing that is found: a day's together are enough for a mail.
  new_listings: { roles: ['clipper'], timings: { app: 'now', mail: 'daily', push: 'now' } },
  connections: { roles: ['host', 'clipper'], timings: everywhere },
  messages: { roles: ['host', 'clipper'], timings: everywhere },
  other: { roles: ['host', 'clipper'], timings: { app: 'now', mail: 'now', push: 'off' }, always: ['app'] },
};

/** What a person may choose for a topic and a channel. */
export const timingsFor = (
  topic: NotificationTopic,
  channel: NotificationChannel,
): readonly NotificationTiming[] =>
  topicRules[topic].always?.includes(channel)
    ? channelTimings[channel].filter((timing) => timing !== 'off')
    : channelTimings[channel];
