import type { ListingCount } from '#contract/listings/listing-forecast.ts';
import { listingPinRoutes } from '#contract/listings/listing-pins.ts';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import { routes } from '#contract/routes.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement, implementOnce } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { SharedReads } from '#server/infra/shared-reads.ts';
import { transact } from '#server/infra/transaction.ts';
import type { WireJson } from '#server/infra/wire-json.ts';
import { endListing, pauseListing, resumeListing } from './change-state.ts';
import { hostListingsColumns } from './columns.ts';
import { createListing } from './create.ts';
import { editTerms } from './edit-terms.ts';
import { countListings, exploreListings } from './explore.ts';
import { pinMoment, unpinMoment } from './pin-moment.ts';
import { hostListings, showListing } from './queries.ts';
import { refusedCounting } from './rules.ts';
import { topUpListing } from './top-up.ts';

export function registerListingRoutes(api: Api, asked: readonly ConnectablePlatform[]): void {
  const { db, replica } = api;
  implementOnce(
    api,
    routes.createListing,
    async ({ body, actor, now }, tx) =>
      await createListing(tx, { hostId: actor.accountId, userId: actor.userId, terms: body, asked, now }),
  );
  // The same few pages are requested every second, so requests within a second share one read.
  const pages = new SharedReads<WireJson>(db, { maxAgeMs: 1_000, maxKeys: 500 });
  implement(api, routes.exploreListings, ({ query }) =>
    pages.get(JSON.stringify(query), () => replica.read((reads) => exploreListings(reads, query))),
  );
  const counts = new SharedReads<ListingCount>(db, { maxAgeMs: 5_000, maxKeys: 500 });
  implement(api, routes.countListings, ({ query }) =>
    counts.get(JSON.stringify(query), () => replica.read((reads) => countListings(reads, query))),
  );
  implement(api, routes.showListing, async ({ params, actor }) => {
    const listing = await showListing(db, params.id, actor);
    return listing ?? refuse('not_found');
  });
  implementTable(
    api,
    routes.hostListings,
    routes.hostListingsCsv,
    hostListingsColumns,
    ({ query, actor }, db) => hostListings(db, actor.accountId, query),
  );
  implement(
    api,
    routes.editListing,
    async ({ params, body, actor, now }) =>
      refusedCounting(body, asked) ??
      (await transact(db, (tx) =>
        editTerms(tx, { hostId: actor.accountId, userId: actor.userId, listingId: params.id, body, now }),
      )),
  );
  implement(api, routes.pauseListing, ({ params, actor, now }) =>
    pauseListing(db, { hostId: actor.accountId, userId: actor.userId, listingId: params.id, now }),
  );
  implement(api, routes.resumeListing, ({ params, actor, now }) =>
    resumeListing(db, { hostId: actor.accountId, userId: actor.userId, listingId: params.id, now }),
  );
  implement(api, routes.endListing, ({ params, actor, now }) =>
    endListing(db, { hostId: actor.accountId, userId: actor.userId, listingId: params.id, now }),
  );
  implement(api, listingPinRoutes.pinMoment, ({ params, body, actor, now }) =>
    pinMoment(db, { hostId: actor.accountId, listingId: params.id, ...body, now }),
  );
  implement(api, listingPinRoutes.unpinMoment, ({ params, body, actor }) =>
    unpinMoment(db, {
      hostId: actor.accountId,
      listingId: params.id,
      ...body,
    }),
  );
  implementOnce(api, routes.topUpListing, ({ params, body, actor, now }, tx) =>
    topUpListing(tx, {
      hostId: actor.accountId,
      userId: actor.userId,
      listingId: params.id,
      amountMicros: body.amountMicros,
      now,
    }),
  );
}
