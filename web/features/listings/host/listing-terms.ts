import { brokenTerms } from '#contract/listings/listing-checks.ts';
import { createListingBody, type ListingTerms } from '#contract/listings/listing-terms.ts';
import type { ListingPage } from '#contract/listings/listings.ts';
import type { MediaFile } from '#contract/media/media.ts';
import { centsToMicros, formatAmount, parseUsd, toCents, ZERO_MICROS } from '#contract/money.ts';
import { readInput } from '#contract/wire/input-sentences.ts';
import { emptyDraft, type ListingDraft } from './listing-draft.ts';
import { readRules, writeRules } from './rule-fields.ts';

export type FieldErrors = Partial<Record<keyof ListingDraft, string>>;

/** Returns a typed rate in cents, or null if it is not within the limits. */
export function readRate(text: string): number | null {
  const amount = parseUsd(text);
  const cents = amount === null ? null : toCents(amount);
  return createListingBody.shape.rateCentsPerMille.safeParse(cents).data ?? null;
}

/** Returns the draft as the server's input, or an error for each wrong field. */
export function readTerms(
  draft: ListingDraft,
  now: Date,
): { terms: ListingTerms } | { fieldErrors: FieldErrors } {
  const { title, description, instructions, platforms, category } = draft;
  const read = readInput(createListingBody, {
    ...{ title, description, instructions, platforms, category: category || null },
    ...readSource(draft),
    rateCentsPerMille: readRate(draft.rateCentsPerMille),
    budgetMicros: String(parseUsd(draft.budgetMicros) ?? ZERO_MICROS),
    rules: readRules(draft),
  });
  const errors = read.ok
    ? brokenTerms(read.value, now).map(({ field, detail }) => [field, detail] as const)
    : read.errors.map(({ field, message }) => [field, message] as const);
  return read.ok && errors.length === 0 ? { terms: read.value } : { fieldErrors: byField(errors) };
}

/**
 * Returns the source of the chosen kind (link or upload), or that of the other kind if the chosen one is
 * empty.
 */
function readSource({ sourceUrl, sourceKind, media }: ListingDraft) {
  const useLink = sourceUrl.trim() !== '' && (sourceKind === 'link' || media === null);
  return { sourceMediaId: useLink ? null : (media?.id ?? null), sourceUrl: useLink ? sourceUrl : null };
}

/**
 * Assigns the errors of a request to fields of the form. If a field has several errors, the first is used.
 */
export function byField(errors: readonly (readonly [path: string, message: string])[]): FieldErrors {
  const fieldErrors: FieldErrors = {};
  for (const [path, message] of errors) {
    const [field] = path.replace(/^rules\./, '').split(/[.[]/);
    fieldErrors[field as keyof ListingDraft] ??= message;
  }
  return fieldErrors;
}

/**
 * Returns a copy of a listing as the draft of a new one. `media` is its uploaded source, if that still exists.
 * A copy has no end date, because that of the original may be over.
 */
export const copyOf = (listing: ListingPage, media: MediaFile | null): ListingDraft => ({
  ...draftOf({ ...listing, endsAt: null }),
  sourceKind: listing.source.kind,
  media,
  sourceUrl: listing.source.kind === 'link' ? listing.source.url : '',
});

/** Returns a listing's terms as a draft for the form, without the source. */
export const draftOf = ({ rules, endsAt, ...listing }: ListingPage): ListingDraft => ({
  ...emptyDraft,
  title: listing.title,
  description: listing.description,
  category: listing.category ?? '',
  instructions: listing.instructions,
  platforms: [...listing.platforms],
  rateCentsPerMille: formatAmount(centsToMicros(listing.rateCentsPerMille)),
  budgetMicros: formatAmount(listing.budget.fundedMicros),
  ...writeRules({ ...rules, endsAt }),
});
