import { type Selectable, sql } from 'kysely';
import type { ListingRules, ListingTerms } from '#contract/listings/listing-terms.ts';
import { micros } from '#contract/money.ts';
import type { ListingVersions } from '#db/types.ts';
import { searchable } from './rules.ts';

type Columns = Selectable<ListingVersions>;

interface StoredTerm<Entered, Column extends keyof Columns, Rule> {
  column: Column;
  write(entered: Entered): Columns[Column];
  read(stored: Columns[Column]): Rule;
}

/** Describes a term that is stored unchanged in its column. */
const asEntered = <Column extends keyof Columns>(column: Column) => ({
  column,
  write: (entered: Columns[Column]) => entered,
  read: (stored: Columns[Column]) => stored,
});

/** The column of each term of a version, with its conversion in both directions. */
const terms = {
  minViews: { column: 'min_views', write: (views: number) => BigInt(views), read: Number },
  maxPayoutMicros: {
    column: 'max_payout_micros',
    write: (amount: bigint | null) => amount,
    read: (amount: bigint | null) => (amount === null ? null : micros(amount)),
  },
  clipsPerClipper: asEntered('clips_per_clipper'),
  trackingDays: asEntered('tracking_days'),
  decisionHours: asEntered('decision_hours'),
  allocation: asEntered('allocation'),
  requiredTags: asEntered('required_tags'),
  disclosureRequired: asEntered('disclosure_required'),
  minSeconds: asEntered('min_seconds'),
  maxSeconds: asEntered('max_seconds'),
  language: asEntered('language'),
  countedViews: asEntered('counted_views'),
  countedCountries: asEntered('counted_countries'),
} satisfies {
  [Name in keyof ListingRules]: {
    [Column in keyof Columns]: StoredTerm<ListingTerms['rules'][Name], Column, ListingRules[Name]>;
  }[keyof Columns];
};

type AnyTerm = StoredTerm<unknown, keyof Columns, unknown>;
const entries = Object.entries(terms) as unknown as [keyof ListingRules, AnyTerm][];

export type RulesSqlRow = Pick<Columns, (typeof terms)[keyof typeof terms]['column']>;

/** SQL: the columns with the rules of version `v`. */
export const rulesColumns = sql.join(entries.map(([, { column }]) => sql.ref(`v.${column}`)));

export const toRules = (row: RulesSqlRow): ListingRules =>
  Object.fromEntries(
    entries.map(([name, { column, read }]) => [name, read(row[column as keyof RulesSqlRow])]),
  ) as ListingRules;

const toColumns = (rules: ListingTerms['rules']): RulesSqlRow =>
  Object.fromEntries(entries.map(([name, { column, write }]) => [column, write(rules[name])])) as RulesSqlRow;

/** Returns terms as the columns of a version. */
export const versionColumns = ({ rules, ...terms }: ListingTerms) => ({
  title: terms.title,
  description: terms.description,
  instructions: terms.instructions,
  platforms: terms.platforms,
  rate_cents_per_mille: terms.rateCentsPerMille,
  source_media_id: terms.sourceMediaId,
  source_url: terms.sourceUrl,
  ...toColumns(rules),
});

/** Returns the terms that are also columns of the listing, for lists and search. */
export const listingColumns = ({ rules, ...terms }: ListingTerms, username: string | null) => ({
  title: terms.title,
  rate_cents_per_mille: terms.rateCentsPerMille,
  platforms: terms.platforms,
  language: rules.language,
  // An edit that names no category keeps the current one.
  ...(terms.category !== undefined && { category: terms.category }),
  max_payout_micros: rules.maxPayoutMicros,
  min_views: BigInt(rules.minViews),
  decision_hours: rules.decisionHours,
  search_text: searchable(`${terms.title} ${terms.description} ${username ?? ''}`),
  ends_at: rules.endsAt,
});
