import { z } from 'zod';
import { notificationChannel, notificationTiming, notificationTopic } from './notification-topics.ts';
import { cursorQuery, idParams, idSchema, momentWire, pageOf } from './primitives.ts';
import { route } from './route.ts';

/** Of a group that is marked read with one press. */
const NOTIFICATIONS_MARKED_MAX = 200;

export const notificationPreference = z.object({
  topic: notificationTopic,
  channel: notificationChannel,
  timing: notificationTiming,
});
export type NotificationPreference = z.infer<typeof notificationPreference>;

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

/** Not among `routes`: the bell and Settings load them, and the shell around every page does without. */
export const notificationRoutes = {
  unreadNotifications: route('GET /api/notifications/unread', {
    access: 'session',
    summary: 'How many own notifications are unread; 100 stands for more',
    reply: z.object({ count: z.int().min(0).max(100) }),
  }),
  markNotificationsRead: route('POST /api/notifications/read', {
    access: 'session',
    summary: 'Mark all own notifications read',
  }),
  listNotifications: route('GET /api/notifications', {
    access: 'session',
    summary: 'Own notifications, newest first; all, or those that are unread',
    query: cursorQuery.extend({ unread: z.literal('1').optional() }),
    reply: pageOf(notificationRow),
  }),
  markNotificationRead: route('POST /api/notifications/:id/read', {
    access: 'session',
    summary: 'Mark one own notification read',
    params: idParams,
    errors: ['not_found'],
  }),
  markNotificationGroupRead: route('POST /api/notifications/read-group', {
    access: 'session',
    summary: 'Mark several own notifications read',
    body: z.object({ ids: z.array(idSchema).min(1).max(NOTIFICATIONS_MARKED_MAX) }),
  }),
  listNotificationPreferences: route('GET /api/notifications/preferences', {
    access: 'session',
    summary: 'By which channel the topics of the own role come, and when',
    reply: z.object({ rows: z.array(notificationPreference) }),
  }),
  setNotificationPreference: route('PUT /api/notifications/preferences', {
    access: 'session',
    changesAccount: true,
    summary: 'Choose when one topic comes by one channel, or that it does not',
    body: notificationPreference,
    errors: ['invalid_input'],
  }),
};
