import { routes } from '#contract/routes.ts';
import { type Api, implement } from '#server/http/route.ts';
import { chooseTopic } from './choose.ts';
import { markOneRead, markRead } from './mark-read.ts';
import { choicesOf, countUnread, listNotifications } from './queries.ts';

export function notificationsRoutes(api: Api): void {
  const { db } = api;
  implement(api, routes.listNotifications, async ({ actor, query }) =>
    listNotifications(db, actor.userId, query.cursor),
  );
  implement(api, routes.unreadNotifications, async ({ actor }) => ({
    count: await countUnread(db, actor.userId),
  }));
  implement(api, routes.markNotificationsRead, async ({ actor, now }) => {
    await markRead(db, actor.userId, now);
    return {};
  });
  implement(
    api,
    routes.markNotificationRead,
    async ({ actor, params, now }) =>
      (await markOneRead(db, { userId: actor.userId, id: params.id }, now)) ?? {},
  );
  implement(api, routes.listNotificationChoices, async ({ actor }) => ({ rows: await choicesOf(db, actor) }));
  implement(api, routes.chooseNotification, async ({ actor, body }) => {
    await chooseTopic(db, actor.userId, body);
    return {};
  });
}
