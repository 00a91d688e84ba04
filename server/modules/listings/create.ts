import type { z } from 'zod';
import type { createListingBody } from '#contract/listings.ts';
import { writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { host, listing, post } from '#server/modules/ledger/ledger.ts';
import { hasReadySource } from '#server/modules/media/media.ts';
import { isVerifiedHost, usernameOf } from './queries.ts';
import { readTerms, searchable } from './rules.ts';

type Terms = z.output<typeof createListingBody>;

interface Posting {
  hostId: string;
  body: Terms;
  now: Date;
}

/**
 * Posts a listing and moves its budget out of the host's balance, in the caller's transaction. The order of the checks is
 * the specification's (§5): required fields, platform connected, a platform chosen, a source, the balance.
 */
export async function createListing(
  tx: Tx,
  { hostId, body, now }: Posting,
): Promise<
  Outcome<
    { id: string },
    | 'missing_information'
    | 'invalid_input'
    | 'platform_connection_required'
    | 'platform_selection_required'
    | 'video_upload_required'
    | 'insufficient_balance'
  >
> {
  const terms = readTerms(body, now);
  if (isRefusal(terms)) return terms;
  if (!(await isVerifiedHost(tx, hostId))) return refuse('platform_connection_required');
  if (terms.platforms.length === 0) return refuse('platform_selection_required');
  if (!(await hasSource(tx, hostId, terms))) return refuse('video_upload_required');

  const id = newId();
  await insertListing(tx, { id, hostId, terms, now });
  await insertVersion(tx, { id, terms, now });
  const posted = await post(tx, {
    key: `listing.posted:${id}`,
    kind: 'listing.posted',
    occurredAt: now,
    transfers: [
      { debit: host(hostId), credit: listing(id), amountMicros: terms.budgetMicros, subjectId: id },
    ],
  });
  if (posted === 'insufficient') return refuse('insufficient_balance');
  await writeAudit(tx, {
    at: now,
    actorId: hostId,
    actorKind: 'host',
    action: 'listing.posted',
    subjectType: 'listing',
    subjectId: id,
    data: { budgetMicros: terms.budgetMicros, rateCentsPerMille: terms.rateCentsPerMille },
  });
  return { id };
}

async function hasSource(tx: Tx, hostId: string, { sourceMediaId, sourceUrl }: Terms): Promise<boolean> {
  if (sourceMediaId !== null) return await hasReadySource(tx, hostId, sourceMediaId);
  return sourceUrl !== null;
}

type Row = { id: string; terms: Terms; now: Date };

async function insertListing(tx: Tx, { id, hostId, terms, now }: Row & { hostId: string }): Promise<void> {
  const username = await usernameOf(tx, hostId);
  await tx
    .insertInto('listings')
    .values({
      id,
      host_id: hostId,
      state: 'active',
      current_version: 1,
      title: terms.title,
      rate_cents_per_mille: terms.rateCentsPerMille,
      platforms: terms.platforms,
      language: terms.rules.language,
      search_text: searchable(`${terms.title} ${terms.description} ${username ?? ''}`),
      funded_micros: terms.budgetMicros,
      created_at: now,
      ends_at: terms.rules.endsAt,
    })
    .execute();
}

async function insertVersion(tx: Tx, { id, terms, now }: Row): Promise<void> {
  const { rules } = terms;
  await tx
    .insertInto('listing_versions')
    .values({
      listing_id: id,
      version: 1,
      title: terms.title,
      description: terms.description,
      instructions: terms.instructions,
      platforms: terms.platforms,
      rate_cents_per_mille: terms.rateCentsPerMille,
      source_media_id: terms.sourceMediaId,
      source_url: terms.sourceUrl,
      min_views: BigInt(rules.minViews),
      max_payout_micros: rules.maxPayoutMicros,
      clips_per_clipper: rules.clipsPerClipper,
      tracking_days: rules.trackingDays,
      review_hours: rules.reviewHours,
      allocation: rules.allocation,
      required_tags: rules.requiredTags,
      disclosure_required: rules.disclosureRequired,
      min_seconds: rules.minSeconds,
      max_seconds: rules.maxSeconds,
      language: rules.language,
      created_at: now,
    })
    .execute();
}
