import { z } from 'zod';
import type { Role } from './accounts.ts';
import { cursorQuery, emptyReply, idParams, idSchema, momentWire, pageOf } from './primitives.ts';
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
  name: string;
  meaning: string;
  roles: readonly Role[];
  /** Until the person chooses. */
  byMail: boolean;
}

export const topicWords: Record<NotificationTopic, Topic> = {
  submissions: {
    name: 'New submissions',
    meaning: 'A clip waits for your decision. One mail for each.',
    roles: ['host'],
    byMail: false,
  },
  decisions: {
    name: 'Decisions on your clips',
    meaning: 'A clip was approved or rejected, and why.',
    roles: ['clipper'],
    byMail: true,
  },
  verification: {
    name: 'View verification',
    meaning: 'Views are in dispute, were released, or were found not to count.',
    roles: ['clipper'],
    byMail: true,
  },
  money: {
    name: 'Money on its way',
    meaning: 'A payout, a deposit or a refund moved, or could not.',
    roles: ['host', 'clipper'],
    byMail: true,
  },
  listings: {
    name: 'Your listings',
    meaning: 'A listing was paused, ended, settled or removed.',
    roles: ['host'],
    byMail: true,
  },
  connections: {
    name: 'Connected accounts',
    meaning: 'A platform no longer lets us read an account.',
    roles: ['host', 'clipper'],
    byMail: true,
  },
  messages: {
    name: 'Messages and invitations',
    meaning: 'Somebody wrote to you about a clip, or invited you to a listing.',
    roles: ['host', 'clipper'],
    byMail: true,
  },
  other: {
    name: 'Everything else',
    meaning: 'What fits none of the above. Rare.',
    roles: ['host', 'clipper'],
    byMail: true,
  },
};

/** What its noun alone would put elsewhere. */
const topicOfKind: Record<string, NotificationTopic> = {
  'submission.submitted': 'submissions',
  'submission.message': 'messages',
  'listing.invitation': 'messages',
};

const topicOfNoun: Record<string, NotificationTopic> = {
  submission: 'decisions',
  hold: 'verification',
  appeal: 'verification',
  payout: 'money',
  deposit: 'money',
  refund: 'money',
  listing: 'listings',
  connection: 'connections',
};

/** The topic of a kind of notification ("noun.verb"). */
export function topicOf(kind: string): NotificationTopic {
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

export const notificationChoice = z.object({ topic: notificationTopic, byMail: z.boolean() });

export const notificationRoutes = {
  listNotifications: route({
    method: 'GET',
    path: '/api/notifications',
    access: 'session',
    summary: 'Own notifications, newest first',
    query: cursorQuery,
    reply: pageOf(notificationRow),
  }),
  unreadNotifications: route({
    method: 'GET',
    path: '/api/notifications/unread',
    access: 'session',
    summary: 'How many own notifications are unread; 100 stands for more',
    reply: z.object({ count: z.int().min(0).max(100) }),
  }),
  markNotificationsRead: route({
    method: 'POST',
    path: '/api/notifications/read',
    access: 'session',
    summary: 'Mark all own notifications read',
    reply: emptyReply,
  }),
  markNotificationRead: route({
    method: 'POST',
    path: '/api/notifications/:id/read',
    access: 'session',
    summary: 'Mark one own notification read',
    params: idParams,
    reply: emptyReply,
    errors: ['not_found'],
  }),
  listNotificationChoices: route({
    method: 'GET',
    path: '/api/notifications/choices',
    access: 'session',
    summary: 'Which topics of the own role are mailed',
    reply: z.object({ rows: z.array(notificationChoice) }),
  }),
  chooseNotification: route({
    method: 'PUT',
    path: '/api/notifications/choices',
    access: 'session',
    summary: 'Have one topic mailed, or not',
    body: notificationChoice,
    reply: emptyReply,
  }),
};
