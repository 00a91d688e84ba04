import { routes } from '#contract/routes.ts';
import { type Api, implement } from '#server/http/route.ts';
import { markOneRead, markRead } from './mark-read.ts';
import { countUnread, listNotifications, preferencesOf } from './queries.ts';
import { setNotificationPreference } from './set-preference.ts';

export function registerNotificationRoutes(api: Api): void {
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
  implement(api, routes.listNotificationPreferences, async ({ actor }) => ({
    rows: await preferencesOf(db, actor),
  }));
  implement(api, routes.setNotificationPreference, async ({ actor, body }) => {
    await setNotificationPreference(db, actor.userId, body);
    return {};
  });
}
