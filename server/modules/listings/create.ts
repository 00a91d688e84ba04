import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { earnsAt } from '#contract/earnings/earned.ts';
import { FORECAST } from '#contract/limits.ts';
import type { ListingTerms } from '#contract/listings/listing-terms.ts';
import { type ConnectablePlatform, connectedBy } from '#contract/platforms/platforms.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { hasConnection } from '#server/modules/connections/connections.ts';
import { host, listing, post } from '#server/modules/ledger/ledger.ts';
import { readySource } from '#server/modules/media/media.ts';
import { isBalanceFrozen, usernameOf } from './queries.ts';
import { refusedCounting, refusedTerms } from './rules.ts';
import { listingColumns, versionColumns } from './terms-columns.ts';

interface Posting {
  hostId: AccountId;
  userId: UserId;
  terms: ListingTerms;
  /** Platforms whose counts this installation can read. */
  asked: readonly ConnectablePlatform[];
  now: Date;
}

/**
 * Posts a listing and moves its budget out of the host's balance, in the caller's transaction. The checks
 * have the order that the specification (§5) requires: platform connected, required fields, a platform
 * chosen, a source, the balance.
 */
export async function createListing(
  tx: Tx,
  { hostId, userId, terms, asked, now }: Posting,
): Promise<
  Outcome<
    { id: string },
    | 'missing_information'
    | 'invalid_input'
    | 'platform_connection_required'
    | 'platform_selection_required'
    | 'video_upload_required'
    | 'insufficient_balance'
    | 'balance_frozen'
  >
> {
  if (!(await hasConnection(tx, hostId, connectedBy('host')))) return refuse('platform_connection_required');
  const refused = refusedCounting(terms, asked) ?? refusedTerms(terms, now);
  if (refused) return refused;
  if (terms.platforms.length === 0) return refuse('platform_selection_required');
  const source = await findSource(tx, hostId, terms);
  if (!source) return refuse('video_upload_required');

  const id = newId();
  await insertListing(tx, { id, hostId, terms, source, now });
  await tx
    .insertInto('listing_versions')
    .values({ listing_id: id, version: 1, created_at: now, ...versionColumns(terms) })
    .execute();
  const posted = await post(tx, {
    key: `listing.posted:${id}`,
    kind: 'listing.posted',
    occurredAt: now,
    transfers: [
      { debit: host(hostId), credit: listing(id), amountMicros: terms.budgetMicros, subjectId: id },
    ],
  });
  // Read after the balance is locked: an earlier dispute is seen, and a later one waits for the lock and
  // pauses this listing. This check precedes the check of the amount, because a host who added funds could
  // not spend them while frozen.
  if (await isBalanceFrozen(tx, hostId)) return refuse('balance_frozen');
  if (posted === 'insufficient') return refuse('insufficient_balance');
  await writeAudit(tx, actBy('host', userId, now), 'listing.posted', 'listing', id, {
    budgetMicros: terms.budgetMicros,
    rateCentsPerMille: terms.rateCentsPerMille,
  });
  return { id };
}

interface Source {
  /** Length of the source; null for a link, whose length is unknown. */
  durationMs: bigint | null;
}

async function findSource(tx: Tx, hostId: AccountId, terms: ListingTerms): Promise<Source | null> {
  if (terms.sourceMediaId !== null) return await readySource(tx, hostId, terms.sourceMediaId);
  return terms.sourceUrl === null ? null : { durationMs: null };
}

interface NewListing {
  id: string;
  hostId: AccountId;
  terms: ListingTerms;
  source: Source;
  now: Date;
}

async function insertListing(tx: Tx, { id, hostId, terms, source, now }: NewListing): Promise<void> {
  await tx
    .insertInto('listings')
    .values({
      id,
      host_id: hostId,
      state: 'active',
      current_version: 1,
      ...listingColumns(terms, await usernameOf(tx, hostId)),
      source_kind: terms.sourceMediaId === null ? 'link' : 'upload',
      source_duration_ms: source.durationMs,
      funded_micros: terms.budgetMicros,
      created_at: now,
    })
    .execute();
  // The feed sorts by host statistics and forecasts, which jobs refresh.

  await tx
    .insertInto('host_stats')
    .values({ host_id: hostId, computed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rateCentsPerMille, rules, budgetMicros: freeMicros } = terms;
  const expected = earnsAt(FORECAST.views, { ...rules, rateCentsPerMille, freeMicros });
  await tx
    .insertInto('listing_forecasts')
    .values({ listing_id: id, expected_micros: expected, computed_at: now })
    .execute();
}
