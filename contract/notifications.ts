import { z } from 'zod';
import type { Role } from './accounts.ts';
import { cursorQuery, idParams, idSchema, momentWire, pageOf } from './primitives.ts';
import { route } from './route.ts';

/** What people can be told about. In the app always; by mail when they want it. */
export const notificationTopics = [
  'submissions',
  'decisions',
  'verification',
  'money',
  'listings',
  'connections',
  'messages',
  'other',
] as const;
export const notificationTopic = z.enum(notificationTopics);
export type NotificationTopic = z.infer<typeof notificationTopic>;

interface Topic {
  roles: readonly Role[];
  /** Until the person chooses. */
  byMail: boolean;
}

export const topicRules: Record<NotificationTopic, Topic> = {
  submissions: { roles: ['host'], byMail: false },
  decisions: { roles: ['clipper'], byMail: true },
  verification: { roles: ['clipper'], byMail: true },
  money: { roles: ['host', 'clipper'], byMail: true },
  listings: { roles: ['host'], byMail: true },
  connections: { roles: ['host', 'clipper'], byMail: true },
  messages: { roles: ['host', 'clipper'], byMail: true },
  other: { roles: ['host', 'clipper'], byMail: true },
};

/** What its noun alone would put elsewhere. */
const topicOfKind: Record<string, NotificationTopic> = {
  'submission.submitted': 'submissions',
  'submission.message': 'messages',
  'submission.budget_spent': 'money',
  'submission.unreadable': 'verification',
  'submission.gone': 'verification',
  'submission.caption_check_failed': 'verification',
  'submission.caption_check_overdue': 'verification',
  'submission.caption_check_passed': 'verification',
  'invitation.sent': 'messages',
};

const topicOfNoun: Record<string, NotificationTopic> = {
  submission: 'decisions',
  fraud_hold: 'verification',
  appeal: 'verification',
  payout: 'money',
  deposit: 'money',
  refund: 'money',
  listing: 'listings',
  connection: 'connections',
};

/** The topic of a kind of notification ("noun.verb"). */
export function topicOf(kind: string): NotificationTopic {
  // What a clip's clipper is told under the same kind is of another topic for its host.
  if (kind.endsWith('_for_host')) return 'submissions';
  return topicOfKind[kind] ?? topicOfNoun[kind.split('.')[0]!] ?? 'other';
}

export const notificationRow = z.object({
  id: idSchema,
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  link: z.string(),
  createdAt: momentWire,
  readAt: momentWire.nullable(),
});
export type NotificationRow = z.infer<typeof notificationRow>;

export const notificationPreference = z.object({ topic: notificationTopic, byMail: z.boolean() });

export const notificationRoutes = {
  listNotifications: route('GET /api/notifications', {
    access: 'session',
    summary: 'Own notifications, newest first',
    query: cursorQuery,
    reply: pageOf(notificationRow),
  }),
  unreadNotifications: route('GET /api/notifications/unread', {
    access: 'session',
    summary: 'How many own notifications are unread; 100 stands for more',
    reply: z.object({ count: z.int().min(0).max(100) }),
  }),
  markNotificationsRead: route('POST /api/notifications/read', {
    access: 'session',
    summary: 'Mark all own notifications read',
  }),
  markNotificationRead: route('POST /api/notifications/:id/read', {
    access: 'session',
    summary: 'Mark one own notification read',
    params: idParams,
    errors: ['not_found'],
  }),
  listNotificationPreferences: route('GET /api/notifications/preferences', {
    access: 'session',
    summary: 'Which topics of the own role are mailed',
    reply: z.object({ rows: z.array(notificationPreference) }),
  }),
  setNotificationPreference: route('PUT /api/notifications/preferences', {
    access: 'session',
    summary: 'Have one topic mailed, or not',
    body: notificationPreference,
  }),
};
