import { z } from 'zod';
import type { Role } from '#contract/accounts/accounts.ts';

/** Topics of notifications. */
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

/** Channels by which a notification reaches its person. */
export const notificationChannels = ['app', 'mail', 'push'] as const;
export const notificationChannel = z.enum(notificationChannels);
export type NotificationChannel = z.infer<typeof notificationChannel>;

/** When notifications are sent: each at once, in a daily or weekly digest, or never. */
export const notificationTimings = ['now', 'daily', 'weekly', 'off'] as const;
export const notificationTiming = z.enum(notificationTimings);
export type NotificationTiming = z.infer<typeof notificationTiming>;

/** The timings that each channel supports. */
export const channelTimings: Record<NotificationChannel, readonly NotificationTiming[]> = {
  app: ['now', 'off'],
  mail: notificationTimings,
  push: ['now', 'off'],
};

/** Hour in UTC at which digests are sent; weekly digests are sent on Mondays. */
export const DIGEST_HOUR_UTC = 7;

interface Topic {
  roles: readonly Role[];
  /**
   * The timings that apply until the person chooses others. Push only reaches browsers in which the person
   * turned it on.
   */
  timings: Record<NotificationChannel, NotificationTiming>;
  /** Channels that can't be turned off, because a missed notification may cost money or the account. */
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
  // Each matching listing creates a notification, so mails collect them into one per day.
  new_listings: { roles: ['clipper'], timings: { app: 'now', mail: 'daily', push: 'now' } },
  connections: { roles: ['host', 'clipper'], timings: everywhere },
  messages: { roles: ['host', 'clipper'], timings: everywhere },
  other: { roles: ['host', 'clipper'], timings: { app: 'now', mail: 'now', push: 'off' }, always: ['app'] },
};

/** The timings that a person may choose for a topic and a channel. */
export const timingsFor = (
  topic: NotificationTopic,
  channel: NotificationChannel,
): readonly NotificationTiming[] =>
  topicRules[topic].always?.includes(channel)
    ? channelTimings[channel].filter((timing) => timing !== 'off')
    : channelTimings[channel];
