import { routes } from '#contract/routes.ts';
import { type Api, implement } from '#server/http/route.ts';
import { markRead } from './mark-read.ts';
import { listNotifications } from './queries.ts';

export function notificationsRoutes(api: Api): void {
  implement(api, routes.listNotifications, async ({ actor, query }) =>
    listNotifications(api.db, actor.userId, query.cursor),
  );
  implement(api, routes.markNotificationsRead, async ({ actor, now }) => {
    await markRead(api.db, actor.userId, now);
    return {};
  });
}
