import { z } from 'zod';
import { cursorQuery, idParams, idSchema, momentWire, pageOf } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { notificationChannel, notificationTiming, notificationTopic } from './notification-topics.ts';

/** Maximum number of notifications that one press on a group marks as read. */
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

/** These routes are separate from `routes`, because only the bell and Settings use them. */
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
    summary: 'Own notifications, newest first; all or only unread ones',
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
    summary: 'The caller’s notification settings: channels and timing per topic',
    reply: z.object({ rows: z.array(notificationPreference) }),
  }),
  setNotificationPreference: route('PUT /api/notifications/preferences', {
    access: 'session',
    changesAccount: true,
    summary: 'Choose the timing of one topic on one channel, or turn it off',
    body: notificationPreference,
    errors: ['invalid_input'],
  }),
};
