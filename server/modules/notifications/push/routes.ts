import { pushSubscriptionRoutes } from '#contract/notifications/push-subscriptions.ts';
import { type Api, implement } from '#server/http/route.ts';
import { readPushKeys } from './keys.ts';
import type { PushDeps } from './push-deps.ts';
import { listPushSubscriptions } from './queries.ts';
import { subscribe, unsubscribe } from './subscribe.ts';

export function registerPushRoutes(api: Api, deps: PushDeps): void {
  const { db } = deps;
  implement(api, pushSubscriptionRoutes.listPushSubscriptions, async ({ actor }) => ({
    rows: await listPushSubscriptions(db, actor),
  }));
  implement(api, pushSubscriptionRoutes.showPushKey, async ({ now }) => ({
    publicKey: (await readPushKeys(deps, now)).publicKey,
  }));
  implement(api, pushSubscriptionRoutes.addPushSubscription, async ({ actor, body, now }) => {
    const { userId, sessionId } = actor;
    return await subscribe(deps, { ...body, userId, sessionId }, now);
  });
  implement(
    api,
    pushSubscriptionRoutes.removePushSubscription,
    async ({ actor, params }) => (await unsubscribe(db, { id: params.id, userId: actor.userId })) ?? {},
  );
}
