import type { Module } from '#server/http/module.ts';
import { registerNotificationRoutes } from './routes.ts';

export { eraseNotifications } from './erase.ts';
export { newsMails } from './news-mails.job.ts';
export { type Notice, notify } from './notify.ts';

/** What the app tells a person; later modules call `notify` inside their own transactions. */
export const createNotificationsModule = (): Module => ({
  name: 'notifications',
  routes: registerNotificationRoutes,
});
