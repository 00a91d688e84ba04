import { sql } from 'kysely';
import type { ListingTerms } from '#contract/listing-terms.ts';
import type { ListingRules } from '#contract/listings.ts';
import { micros } from '#contract/money.ts';
import { searchable } from './rules.ts';

/** Terms as the columns of a version. */
export const versionColumns = ({ rules, ...terms }: ListingTerms) => ({
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
  decision_hours: rules.decisionHours,
  allocation: rules.allocation,
  required_tags: rules.requiredTags,
  disclosure_required: rules.disclosureRequired,
  min_seconds: rules.minSeconds,
  max_seconds: rules.maxSeconds,
  language: rules.language,
  counted_views: rules.countedViews,
  counted_countries: rules.countedCountries,
});

/** The part of the terms that a listing itself carries, for lists and search. */
export const listingColumns = ({ rules, ...terms }: ListingTerms, username: string | null) => ({
  title: terms.title,
  rate_cents_per_mille: terms.rateCentsPerMille,
  platforms: terms.platforms,
  language: rules.language,
  max_payout_micros: rules.maxPayoutMicros,
  min_views: BigInt(rules.minViews),
  decision_hours: rules.decisionHours,
  search_text: searchable(`${terms.title} ${terms.description} ${username ?? ''}`),
  ends_at: rules.endsAt,
});

/** The rules of version `v`. */
export const rulesColumns = sql`
  v.min_views, v.max_payout_micros, v.clips_per_clipper, v.tracking_days, v.decision_hours, v.allocation, v.required_tags,
  v.disclosure_required, v.min_seconds, v.max_seconds, v.language, v.counted_views, v.counted_countries`;

export interface RulesSqlRow {
  min_views: bigint;
  max_payout_micros: bigint | null;
  clips_per_clipper: number;
  tracking_days: number;
  decision_hours: number;
  allocation: ListingRules['allocation'];
  required_tags: string[];
  disclosure_required: boolean;
  min_seconds: number | null;
  max_seconds: number | null;
  language: string;
  counted_views: ListingRules['countedViews'];
  counted_countries: string[];
}

export const toRules = (row: RulesSqlRow): ListingRules => ({
  minViews: Number(row.min_views),
  maxPayoutMicros: row.max_payout_micros === null ? null : micros(row.max_payout_micros),
  clipsPerClipper: row.clips_per_clipper,
  trackingDays: row.tracking_days,
  decisionHours: row.decision_hours,
  allocation: row.allocation,
  requiredTags: row.required_tags,
  disclosureRequired: row.disclosure_required,
  minSeconds: row.min_seconds,
  maxSeconds: row.max_seconds,
  language: row.language,
  countedViews: row.counted_views,
  countedCountries: row.counted_countries,
});
