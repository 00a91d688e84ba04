import { z } from 'zod';
import { cursorQuery, emptyReply, idSchema, momentWire, pageOf } from './primitives.ts';
import { route } from './route.ts';

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

export const notificationRoutes = {
  listNotifications: route({
    method: 'GET',
    path: '/api/notifications',
    access: 'session',
    summary: 'Own notifications, newest first',
    query: cursorQuery,
    reply: pageOf(notificationRow),
  }),
  markNotificationsRead: route({
    method: 'POST',
    path: '/api/notifications/read',
    access: 'session',
    summary: 'Mark all own notifications read',
    reply: emptyReply,
  }),
};
