import { routes } from '#contract/routes.ts';
import { type Api, implement } from '#server/http/route.ts';
import { type CloseDeps, closeAccount } from './close-account.ts';
import { exportData } from './export-data.ts';
import { findObstacles } from './find-obstacles.ts';
import { findOwnName } from './queries.ts';

/** Registers the routes with which a person exports or erases all data about them. */
export function registerAccountDataRoutes(api: Api, deps: CloseDeps): void {
  const { db } = api;
  implement(api, routes.exportData, async ({ actor, reply }) => {
    reply.header('content-disposition', 'attachment; filename="permille-data.json"');
    return await exportData(db, actor);
  });
  implement(api, routes.accountClosing, async ({ actor, now }) => ({
    ...(await findObstacles(db, actor.accountId, now)),
    hasPassword: (await findOwnName(db, actor)).hasPassword,
  }));
  implement(
    api,
    routes.closeAccount,
    async ({ actor, body, now }) => (await closeAccount(deps, actor, body, now)) ?? {},
  );
}
