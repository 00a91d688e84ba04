import type { Module } from '#server/http/module.ts';
import { forgetOldNotifications } from './forget-old.job.ts';
import { createMailLinks } from './mail-links.ts';
import { registerMailReports } from './mail-reports.ts';
import { registerMailRoutes } from './mail-routes.ts';
import { monthlyStatements } from './monthly-statements.job.ts';
import type { NotificationsDeps } from './notifications-deps.ts';
import { pushCounter, pushesDue } from './push/metrics.ts';
import { registerPushRoutes } from './push/routes.ts';
import { sendPushes } from './push/send-pushes.job.ts';
import { registerNotificationRoutes } from './routes.ts';

export { eraseNotifications } from './erase.ts';
export { DELIVERIES_KEPT_DAYS } from './forget-old.job.ts';
export { confirmAddressMail, notifySuppressed } from './mail-address.ts';
export { createMailLinks } from './mail-links.ts';
export { digestMail, newsMail } from './mails.ts';
export { markDone } from './mark-read.ts';
export { newsMails } from './news-mails.job.ts';
export { type Notice, notify } from './notify.ts';
export { resealPush } from './reseal.ts';

/**
 * Sends notifications in the app, by mail and by push. Other modules call `notify` inside their transactions.
 */
export function createNotificationsModule(deps: NotificationsDeps): Module {
  const { db, mailReportsToken } = deps;
  const links = createMailLinks(deps);
  const pushes = pushCounter();
  return {
    name: 'notifications',
    routes(api) {
      registerNotificationRoutes(api);
      registerMailRoutes(api, links);
      registerPushRoutes(api, deps);
      if (mailReportsToken) registerMailReports(api, mailReportsToken);
    },
    jobs: [sendPushes(deps, pushes), monthlyStatements(deps), forgetOldNotifications(db)],
    metrics: [pushes.metric, pushesDue(deps)],
  };
}
