import { followRoutes } from '#contract/follows.ts';
import { type Api, implement } from '#server/http/route.ts';
import { transact } from '#server/infra/transaction.ts';
import { followHost, unfollowHost } from './follow-host.ts';
import { listFollowedHosts, listSavedSearches } from './queries.ts';
import { removeSearch, saveSearch, setSearchAlerts } from './save-search.ts';

export function registerFollowRoutes(api: Api): void {
  const { db } = api;
  implement(api, followRoutes.followedHosts, async ({ actor }) => ({
    rows: await listFollowedHosts(db, actor.accountId),
  }));
  implement(
    api,
    followRoutes.followHost,
    async ({ actor, params, now }) =>
      (await transact(db, (tx) => followHost(tx, { clipperId: actor.accountId, ...params, now }))) ?? {},
  );
  implement(api, followRoutes.unfollowHost, async ({ actor, params }) => {
    await unfollowHost(db, { clipperId: actor.accountId, ...params });
    return {};
  });
  implement(api, followRoutes.savedSearches, async ({ actor }) => ({
    rows: await listSavedSearches(db, actor.accountId),
  }));
  implement(api, followRoutes.saveSearch, ({ actor, body, now }) =>
    transact(db, (tx) => saveSearch(tx, { clipperId: actor.accountId, ...body, now })),
  );
  implement(
    api,
    followRoutes.setSearchAlerts,
    async ({ actor, params, body }) =>
      (await setSearchAlerts(db, { clipperId: actor.accountId, id: params.id, alerts: body.alerts })) ?? {},
  );
  implement(
    api,
    followRoutes.removeSavedSearch,
    async ({ actor, params }) =>
      (await removeSearch(db, { clipperId: actor.accountId, id: params.id })) ?? {},
  );
}
