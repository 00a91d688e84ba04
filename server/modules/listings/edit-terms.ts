import type { z } from 'zod';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { editListingBody } from '#contract/listings/listing-terms.ts';
import { micros } from '#contract/money.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { pauseExhausted, resumeUnclaimed } from './exhaust.ts';
import { usernameOf } from './queries.ts';
import { refusedTerms } from './rules.ts';
import { listingColumns, versionColumns } from './terms-columns.ts';

interface Edit {
  hostId: AccountId;
  userId: UserId;
  listingId: string;
  body: z.output<typeof editListingBody>;
  now: Date;
}

/**
 * Writes new terms as the next version, in the caller's transaction. Submitted clips keep their terms, and
 * later clips get the new terms. The source and the budget remain. If a higher rate leaves too little for
 * 1,000 views, the listing pauses.
 */
export async function editTerms(
  tx: Tx,
  { hostId, userId, listingId, body, now }: Edit,
): Promise<
  Outcome<
    { version: number },
    | 'not_found'
    | 'listing_state'
    | 'changed_meanwhile'
    | 'missing_information'
    | 'invalid_input'
    | 'platform_selection_required'
  >
> {
  const current = await lockCurrent(tx, listingId, hostId);
  if (!current) return refuse('not_found');
  const editable = current.state === 'active' || current.state === 'paused';
  if (!editable || current.pauseReason === 'banned') return refuse('listing_state');
  if (current.version !== body.version) return refuse('changed_meanwhile');
  const budgetMicros = micros(current.fundedMicros);
  const source = { sourceMediaId: current.sourceMediaId, sourceUrl: current.sourceUrl };
  const terms = { ...body, ...source, budgetMicros };
  const refused = refusedTerms(terms, now);
  if (refused) return refused;
  if (terms.platforms.length === 0) return refuse('platform_selection_required');

  const version = current.version + 1;
  await tx
    .insertInto('listing_versions')
    .values({ listing_id: listingId, version, created_at: now, ...versionColumns(terms) })
    .execute();
  await tx
    .updateTable('listings')
    .set({ current_version: version, ...listingColumns(terms, await usernameOf(tx, hostId)) })
    .where('id', '=', listingId)
    .execute();
  await writeAudit(tx, actBy('host', userId, now), 'listing.edited', 'listing', listingId, {
    version,
    rateCentsPerMille: terms.rateCentsPerMille,
  });
  await pauseExhausted(tx, [listingId], now);
  await resumeUnclaimed(tx, listingId, now);
  return { version };
}

/**
 * Locks the listing: a concurrent submission either precedes the edit with the old version, or waits and gets
 * the new one.
 */
async function lockCurrent(tx: Tx, listingId: string, hostId: AccountId) {
  const listing = await tx
    .selectFrom('listings')
    .select(['state', 'pause_reason as pauseReason', 'current_version as version'])
    .select('funded_micros as fundedMicros')
    .where('id', '=', listingId)
    .where('host_id', '=', hostId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!listing) return null;
  const source = await tx
    .selectFrom('listing_versions')
    .select(['source_media_id as sourceMediaId', 'source_url as sourceUrl'])
    .where('listing_id', '=', listingId)
    .where('version', '=', listing.version)
    .executeTakeFirstOrThrow();
  return { ...listing, ...source };
}
