import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { routes } from '#contract/routes.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement } from '#server/http/route.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import { refuse } from '#server/infra/outcome.ts';
import { withdrawAgreement } from '#server/infra/second-admin.ts';
import { remembered } from '#server/infra/shared-check.ts';
import { transact } from '#server/infra/transaction.ts';
import { openAgreements } from './agreements.ts';
import { allowPayoutsOf, banWithConsequences, unbanWithConsequences } from './ban-user.ts';
import {
  adminListingsColumns,
  adminSubmissionsColumns,
  adminUsersColumns,
  auditLogColumns,
  inboxColumns,
} from './columns.ts';
import { findObjects } from './find.ts';
import { findCounts } from './find-counts.ts';
import { readStatus, runChecks } from './health.ts';
import { countWaiting, listInbox } from './inbox.ts';
import { listUsers } from './list-users.ts';
import { listAudit, listListings, listSubmissions } from './queries.ts';
import { removeSettled } from './remove-listing.ts';
import { listSavedFilters, removeSavedFilter, saveFilter } from './saved-filters.ts';
import { showListing } from './show-listing.ts';
import { showPerson } from './show-person.ts';
import { unfreezeSettled } from './unfreeze-listing.ts';

/** The public status is cached this long, because anybody may request it at any rate. */
const STATUS_AGE_MS = 5_000;

interface Installation {
  checks: HealthCheck[];
  /** True if no processor sends payouts in this installation. */
  paysByHand: boolean;
  /** Whether this server delivers mails. */
  sendsMail: boolean;
}

export function registerAdminRoutes(api: Api, { checks, paysByHand, sendsMail }: Installation): void {
  const { db } = api;
  registerSavedFilterRoutes(api);
  registerTables(api, paysByHand);
  implement(api, adminRoutes.adminOverview, async () => ({
    ...(await findCounts(db)),
    health: await runChecks(checks),
  }));
  implement(api, adminRoutes.adminCounts, ({ now }) => countWaiting(db, { now, paysByHand }));
  implement(api, adminRoutes.adminFind, ({ query }) => findObjects(db, query.search));
  implement(api, adminRoutes.adminPerson, ({ params }) => showPerson(db, params.id));
  implement(api, adminRoutes.adminListing, ({ params }) => showListing(db, params.id));
  const status = remembered(() => readStatus(checks), STATUS_AGE_MS);
  implement(api, routes.status, async () => ({ ...(await status()), sendsMail }));
  implement(api, adminRoutes.adminAgreements, async ({ actor, now }) => ({
    rows: await openAgreements(db, actor.userId, now),
  }));
  implement(api, adminRoutes.withdrawAgreement, async ({ actor, body, now }) => {
    const withdrawn = await transact(db, (tx) =>
      withdrawAgreement(tx, { kind: body.action, subjectId: body.subjectId, adminId: actor.userId, now }),
    );
    return withdrawn ? {} : refuse('changed_meanwhile');
  });
  implement(api, adminRoutes.banUser, async ({ actor, params, body, now }) => {
    const ban = { accountId: params.id, adminId: actor.userId, reason: body.reason, now };
    return (await banWithConsequences(db, ban)) ?? {};
  });
  implement(api, adminRoutes.unbanUser, async ({ actor, params, body, now }) => {
    const act = { accountId: params.id, adminId: actor.userId, reason: body.reason, now };
    return (await unbanWithConsequences(db, act)) ?? {};
  });
  implement(api, adminRoutes.allowPayouts, async ({ actor, params, body, now }) => {
    const act = { accountId: params.id, adminId: actor.userId, reason: body.reason, now };
    return await allowPayoutsOf(db, act);
  });
  implement(
    api,
    adminRoutes.adminUnfreezeListing,
    async ({ actor, params, body, now }) =>
      await unfreezeSettled(db, { listingId: params.id, adminId: actor.userId, ...body, now }),
  );
  implement(
    api,
    adminRoutes.adminRemoveListing,
    async ({ actor, params, body, now }) =>
      await removeSettled(db, { listingId: params.id, adminId: actor.userId, ...body, now }),
  );
}

/** Registers the tables that can be read by page or exported as a file. */
function registerTables(api: Api, paysByHand: boolean): void {
  implementTable(
    api,
    adminRoutes.adminInbox,
    adminRoutes.adminInboxCsv,
    inboxColumns,
    ({ query, now }, from) => listInbox(from, { ...query, now, paysByHand }),
  );
  implementTable(api, adminRoutes.adminUsers, adminRoutes.adminUsersCsv, adminUsersColumns, ({ query }, db) =>
    listUsers(db, query),
  );
  implementTable(
    api,
    adminRoutes.adminListings,
    adminRoutes.adminListingsCsv,
    adminListingsColumns,
    ({ query }, db) => listListings(db, query),
  );
  implementTable(
    api,
    adminRoutes.adminSubmissions,
    adminRoutes.adminSubmissionsCsv,
    adminSubmissionsColumns,
    ({ query }, db) => listSubmissions(db, query),
  );
  implementTable(api, adminRoutes.auditLog, adminRoutes.auditLogCsv, auditLogColumns, ({ query }, db) =>
    listAudit(db, query),
  );
}

/** Registers the routes for each admin's saved filters. */
function registerSavedFilterRoutes(api: Api): void {
  const { db } = api;
  implement(api, adminRoutes.savedFilters, async ({ actor }) => ({
    rows: await listSavedFilters(db, actor.userId),
  }));
  implement(
    api,
    adminRoutes.saveFilter,
    async ({ actor, body, now }) => (await saveFilter(db, { adminId: actor.userId, ...body, now })) ?? {},
  );
  implement(
    api,
    adminRoutes.removeSavedFilter,
    async ({ actor, params }) =>
      (await removeSavedFilter(db, { adminId: actor.userId, id: params.id })) ?? {},
  );
}
