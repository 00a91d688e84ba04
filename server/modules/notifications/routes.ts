import { timingsFor } from '#contract/notifications/notification-topics.ts';
import { notificationRoutes } from '#contract/notifications/notifications.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { markGroupRead, markOneRead, markRead } from './mark-read.ts';
import { preferencesOf, setPreference } from './preferences.ts';
import { countUnread, listNotifications } from './queries.ts';

export function registerNotificationRoutes(api: Api): void {
  const { db } = api;
  implement(api, notificationRoutes.listNotifications, async ({ actor, query }) =>
    listNotifications(db, actor.userId, query),
  );
  implement(api, notificationRoutes.unreadNotifications, async ({ actor }) => ({
    count: await countUnread(db, actor.userId),
  }));
  implement(api, notificationRoutes.markNotificationsRead, async ({ actor, now }) => {
    await markRead(db, actor.userId, now);
    return {};
  });
  implement(api, notificationRoutes.markNotificationGroupRead, async ({ actor, body, now }) => {
    await markGroupRead(db, { userId: actor.userId, ids: body.ids }, now);
    return {};
  });
  implement(
    api,
    notificationRoutes.markNotificationRead,
    async ({ actor, params, now }) =>
      (await markOneRead(db, { userId: actor.userId, id: params.id }, now)) ?? {},
  );
  implement(api, notificationRoutes.listNotificationPreferences, async ({ actor }) => ({
    rows: await preferencesOf(db, actor),
  }));
  implement(api, notificationRoutes.setNotificationPreference, async ({ actor, body, now }) => {
    const { topic, channel, timing } = body;
    if (!timingsFor(topic, channel).includes(timing))
      return refuse('invalid_input', {
        field: 'timing',
        detail: `“${timing}” can’t be chosen for this topic and channel.`,
      });
    await setPreference(db, actor.userId, body, now);
    return {};
  });
}
