import { routes } from '#contract/routes.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement } from '#server/http/route.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import { allowPayoutsOf, banWithConsequences, unbanWithConsequences } from './ban-user.ts';
import {
  adminListingsColumns,
  adminSubmissionsColumns,
  adminUsersColumns,
  auditLogColumns,
} from './columns.ts';
import { runChecks } from './health.ts';
import { findCounts, listAudit, listListings, listSubmissions, listUsers } from './queries.ts';
import { removeSettled } from './remove-listing.ts';
import { unfreezeSettled } from './unfreeze-listing.ts';

export function adminRoutes(api: Api, checks: HealthCheck[]): void {
  const { db } = api;
  implement(api, routes.adminOverview, async () => ({
    ...(await findCounts(db)),
    health: await runChecks(checks),
  }));
  implementTable(api, routes.adminUsers, routes.adminUsersCsv, adminUsersColumns, ({ query }) =>
    listUsers(db, query),
  );
  implementTable(api, routes.adminListings, routes.adminListingsCsv, adminListingsColumns, ({ query }) =>
    listListings(db, query),
  );
  implementTable(
    api,
    routes.adminSubmissions,
    routes.adminSubmissionsCsv,
    adminSubmissionsColumns,
    ({ query }) => listSubmissions(db, query),
  );
  implementTable(api, routes.auditLog, routes.auditLogCsv, auditLogColumns, ({ query }) =>
    listAudit(db, query),
  );
  implement(api, routes.banUser, async ({ actor, params, body, now }) => {
    const ban = { userId: params.id, adminId: actor.userId, reason: body.reason, now };
    return (await banWithConsequences(db, ban)) ?? {};
  });
  implement(api, routes.unbanUser, async ({ actor, params, body, now }) => {
    const act = { userId: params.id, adminId: actor.userId, reason: body.reason, now };
    return (await unbanWithConsequences(db, act)) ?? {};
  });
  implement(api, routes.allowPayouts, async ({ actor, params, body, now }) => {
    const act = { userId: params.id, adminId: actor.userId, reason: body.reason, now };
    return (await allowPayoutsOf(db, act)) ?? {};
  });
  implement(
    api,
    routes.adminUnfreezeListing,
    async ({ actor, params, body, now }) =>
      await unfreezeSettled(db, { listingId: params.id, adminId: actor.userId, ...body, now }),
  );
  implement(
    api,
    routes.adminRemoveListing,
    async ({ actor, params, body, now }) =>
      await removeSettled(db, { listingId: params.id, adminId: actor.userId, ...body, now }),
  );
}
