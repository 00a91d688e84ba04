import type { Updateable } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { type CountedStretch, paysByFigures } from '#contract/clips/counted-views.ts';
import { centsToMicros, type Micros } from '#contract/money.ts';
import { personOf } from '#db/seed/person-of.ts';
import type { ClipTracking, ListingVersions } from '#db/types.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { confirmTestCard } from '#server/modules/deposits/deposits.ts';
import { host, listing, post } from '#server/modules/ledger/ledger.ts';
import { testPerson } from './api.ts';
import { testToken } from './listings.ts';

interface ListingTerms {
  /** The listing's host; a new one when absent. */
  hostId?: AccountId;
  rateCents?: number;
  budgetCents?: number;
  minViews?: number;
  maxPayoutMicros?: Micros | null;
  allocation?: 'first_approved' | 'reserved';
  platforms?: string[];
  /** More columns of the listing's version. */
  rules?: Updateable<ListingVersions>;
}

export interface TestListing {
  id: string;
  hostId: AccountId;
}

/**
 * Creates a funded listing like the listings module: version 1, with a budget moved from the host's balance.
 */
export async function testListing(db: Database, now: Date, terms: ListingTerms = {}): Promise<TestListing> {
  const hostId = terms.hostId ?? (await testPerson(db, 'host')).accountId;
  const budgetMicros = centsToMicros(terms.budgetCents ?? 10_000);
  const id = newId();
  await insertListing(db, now, { ...terms, id, hostId, budgetMicros });
  await fund(db, { id, hostId }, budgetMicros, now, 'listing.posted');
  return { id, hostId };
}

/** Inserts the rows of an active listing, without its money. */
export async function insertListing(
  db: Database | Tx,
  now: Date,
  { id, hostId, ...terms }: TestListing & Omit<ListingTerms, 'budgetCents'> & { budgetMicros: bigint },
): Promise<void> {
  const rate_cents_per_mille = terms.rateCents ?? 200;
  const shown = { title: 'Night run', platforms: terms.platforms ?? ['tiktok'], rate_cents_per_mille };
  await db
    .insertInto('listings')
    .values({
      id,
      host_id: hostId,
      state: 'active',
      current_version: 1,
      ...shown,
      search_text: shown.title,
      funded_micros: terms.budgetMicros,
      min_views: terms.rules?.min_views ?? BigInt(terms.minViews ?? 0),
      max_payout_micros: terms.rules?.max_payout_micros ?? terms.maxPayoutMicros ?? null,
      decision_hours: terms.rules?.decision_hours ?? 24,
      created_at: now,
    })
    .execute();
  await db
    .insertInto('listing_versions')
    .values({
      listing_id: id,
      version: 1,
      ...shown,
      description: '',
      instructions: '',
      source_url: 'https://source.example/video',
      min_views: BigInt(terms.minViews ?? 0),
      max_payout_micros: terms.maxPayoutMicros ?? null,
      allocation: terms.allocation ?? 'first_approved',
      ...terms.rules,
      created_at: now,
    })
    .execute();
}

export async function fund(
  db: Database,
  { id, hostId }: TestListing,
  amountMicros: Micros,
  now: Date,
  kind: 'listing.posted' | 'listing.topped_up' = 'listing.topped_up',
): Promise<void> {
  await transact(db, async (tx) => {
    await confirmTestCard(tx, { hostId, userId: personOf(hostId), amountMicros, now });
    const transfers = [{ debit: host(hostId), credit: listing(id), amountMicros, subjectId: id }];
    const key = `${kind}:${kind === 'listing.posted' ? id : newId()}`;
    await post(tx, { key, kind, occurredAt: now, transfers });
    if (kind === 'listing.posted') return;
    await tx
      .updateTable('listings')
      .set((eb) => ({ funded_micros: eb('funded_micros', '+', amountMicros) }))
      .where('id', '=', id)
      .execute();
  });
}

/**
 * Inserts a submitted clip, with its tracking row unless `isTracked` is false. The clip was approved at
 * `approvedAt`; it is pending when that is null.
 */
export async function testClip(
  db: Database,
  clip: {
    listingId: string;
    clipperId: AccountId;
    approvedAt: Date | null;
    decidedAt?: Date;
    submittedAt?: Date;
    views?: number;
    /** False for a clip without a tracking row. */
    isTracked?: false;
  },
): Promise<string> {
  const id = newId();
  const connectionId = newId();
  const submittedAt = clip.submittedAt ?? after(clip.approvedAt ?? new Date(0), -HOUR);
  const common = {
    listing_id: clip.listingId,
    clipper_id: clip.clipperId,
    connection_id: connectionId,
    platform: 'tiktok' as const,
    post_id: id,
    posted_at: submittedAt,
  };
  await db
    .insertInto('connections')
    .values({
      id: connectionId,
      user_id: clip.clipperId,
      platform: 'tiktok',
      external_id: id,
      access_token_sealed: testToken(id),
      handle: 'clips',
      display_name: 'Clips',
      state: 'active',
      connected_at: submittedAt,
    })
    .execute();
  await db
    .insertInto('submissions')
    .values({
      id,
      ...common,
      listing_version: 1,
      url: `https://www.tiktok.com/@clips/video/${id}`,
      reported_views: 0n,
      submitted_at: submittedAt,
      decide_by: after(submittedAt, DAY),
      ...(clip.approvedAt && {
        status: 'approved',
        approved_at: clip.approvedAt,
        approved_how: 'host',
        decided_at: clip.decidedAt ?? null,
        tracking_until: after(clip.approvedAt, 30 * DAY),
      }),
    })
    .execute();
  if (clip.isTracked === false) return id;
  await db
    .insertInto('clip_tracking')
    .values({
      submission_id: id,
      ...common,
      state: 'polling',
      next_poll_at: submittedAt,
      band: 'clean',
      by_figures: await earnsByFigures(db, clip.listingId),
    })
    .execute();
  if (clip.views !== undefined) await count(db, id, clip.views, submittedAt);
  return id;
}

async function earnsByFigures(db: Database, listingId: string): Promise<boolean> {
  const { counted_views, counted_countries } = await db
    .selectFrom('listing_versions')
    .select(['counted_views', 'counted_countries'])
    .where('listing_id', '=', listingId)
    .where('version', '=', 1)
    .executeTakeFirstOrThrow();
  return paysByFigures({ countedViews: counted_views, countedCountries: counted_countries });
}

/** Inserts the rows that counting writes for a clip after a reading at `at`. */
export async function count(
  db: Database,
  submissionId: string,
  views: number,
  at: Date,
  more: Updateable<ClipTracking> = {},
): Promise<void> {
  await db
    .updateTable('clip_tracking')
    .set((eb) => ({
      views: BigInt(views),
      eligible_views: eb.fn<bigint>('greatest', [
        eb(eb.val(BigInt(views)), '-', eb.ref('excluded_views')),
        eb.val(0n),
      ]),
      last_fetched_at: at,
      first_fetched_at: at,
      snapshot_count: 10,
      ...more,
    }))
    .where('submission_id', '=', submissionId)
    .execute();
}

/** Adds one day of the platform's figures to a clip: its views, and how many of them count. */
export async function addFigures(
  db: Database,
  submissionId: string,
  day: { views: number | bigint; part: number | bigint },
  at: Date,
): Promise<CountedStretch> {
  const last = await db
    .selectFrom('clip_counted_stretches')
    .select(['to_views', 'to_counted', 'to_at'])
    .where('submission_id', '=', submissionId)
    .orderBy('from_views', 'desc')
    .executeTakeFirst();
  const [fromViews, fromCounted] = [last?.to_views ?? 0n, last?.to_counted ?? 0n];
  const fromAt = last?.to_at ?? after(at, -DAY);
  const toViews = fromViews + BigInt(day.views);
  const toCounted = fromCounted + BigInt(day.part);
  await db
    .insertInto('clip_counted_stretches')
    .values({
      submission_id: submissionId,
      from_views: fromViews,
      to_views: toViews,
      from_counted: fromCounted,
      to_counted: toCounted,
      from_at: fromAt,
      to_at: after(fromAt, DAY),
      read_at: at,
    })
    .execute();
  return { fromViews, toViews, fromCounted, toCounted };
}
