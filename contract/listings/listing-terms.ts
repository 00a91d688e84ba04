import { z } from 'zod';
import * as limits from '#contract/limits.ts';
import { centsToMicros, formatUsd, isWholeCents, type Micros } from '#contract/money.ts';
import { postPlatforms } from '#contract/platforms/platforms.ts';
import { foldWord, plainCaption, TAG_PATTERN } from '#contract/submissions/caption-tags.ts';
import { idSchema, microsWire, momentInput, platformSchema, viewsSchema } from '#contract/wire/primitives.ts';
import { listingCategory } from './categories.ts';
import { countedTerms } from './counted-terms.ts';

/** Languages that a host can require for clips. If the host chooses none, every language is accepted. */
export const listingLanguages = [
  'English',
  'Spanish',
  'Portuguese',
  'French',
  'German',
  'Italian',
  'Japanese',
  'Korean',
] as const;
export const allocationSchema = z.enum(['first_approved', 'reserved']);

function whole(label: string, least: number, most: number, unit?: string) {
  const name = unit ? `${label}, ${unit}` : label;
  const error = `${name}: ${least} to ${most.toLocaleString('en-US')}.`;
  return z.int({ error }).min(least, { error }).max(most, { error });
}

const range = (least: Micros, most: Micros) => `${formatUsd(least)} to ${formatUsd(most)}`;
const rateRange = range(centsToMicros(limits.RATE_MIN_CENTS), centsToMicros(limits.RATE_MAX_CENTS));
const rateError = { error: `Payout per 1,000 views: ${rateRange}, in whole cents.` };

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** Removes repeated tags; of several spellings the first remains. */
const withoutRepeats = (tags: string[]): string[] =>
  tags.filter((tag, at) => tags.findIndex((other) => foldWord(other) === foldWord(tag)) === at);

const tagsError = { error: 'Up to 10 hashtags or mentions of letters, digits, points and underscores.' };

/**
 * Defines one term of a listing: its label, the schema of what a host enters, and the schema of what is
 * stored and sent.
 */
const term = <Entered extends z.ZodType, Stored extends z.ZodType>(
  label: string,
  entered: (label: string) => Entered,
  stored: Stored,
) => ({ label, entered: entered(label), stored });

const DAYS = 'days';
const SECONDS = 'seconds';
const seconds = (label: string) => whole(label, 1, 600, SECONDS).nullable().default(null);

/**
 * All terms of one version of a listing. A clip keeps the terms of the version under which it was submitted.
 */
const terms = {
  minViews: term('Minimum views', (label) => whole(label, 0, 10_000_000).default(0), viewsSchema),
  maxPayoutMicros: term(
    'Maximum payout per clip',
    () => microsWire.nullable().default(null),
    microsWire.nullable(),
  ),
  clipsPerClipper: term(
    'Clips per clipper',
    (label) => whole(label, 1, 100).default(limits.CLIPS_PER_CLIPPER),
    z.int(),
  ),
  trackingDays: term(
    'Tracking window',
    (label) => whole(label, 1, 90, DAYS).default(limits.TRACKING_DAYS),
    z.int(),
  ),
  decisionHours: term(
    'Review deadline',
    (label) =>
      z
        .literal([...limits.DECISION_HOURS_CHOICES], { error: `${label}: 24, 48 or 72 hours.` })
        .default(limits.DECISION_HOURS),
    z.int(),
  ),
  allocation: term('Allocation', () => allocationSchema.default('first_approved'), allocationSchema),
  requiredTags: term(
    'Required hashtags and mentions',
    () =>
      z
        .array(z.string().overwrite(plainCaption).regex(TAG_PATTERN, tagsError))
        .max(10, tagsError)
        .overwrite(withoutRepeats)
        .default([]),
    z.array(z.string()),
  ),
  disclosureRequired: term('Ad disclosure required', () => z.boolean().default(true), z.boolean()),
  minSeconds: term('Shortest clip', seconds, z.int().nullable()),
  maxSeconds: term('Longest clip', seconds, z.int().nullable()),
  language: term('Language', () => z.enum(['any', ...listingLanguages]).default('any'), z.string()),
  countedViews: term(
    'Views paid for',
    () => countedTerms.shape.countedViews.default('all'),
    countedTerms.shape.countedViews,
  ),
  countedCountries: term(
    'Countries paid for',
    () =>
      z
        .array(z.string().length(2))
        .max(50)
        .overwrite((codes) => [...new Set(codes)])
        .default([]),
    countedTerms.shape.countedCountries,
  ),
};
type Terms = typeof terms;
type TermName = keyof Terms;

const eachTerm = <Part extends keyof Terms[TermName]>(part: Part) =>
  Object.fromEntries(Object.entries(terms).map(([name, one]) => [name, one[part]])) as {
    [Name in TermName]: Terms[Name][Part];
  };

/**
 * Label of each rule for the form and for sentences. The end date is included, although it belongs to the
 * listing rather than to a version.
 */
export const ruleLabels = { ...eachTerm('label'), endsAt: 'End date' };

const rules = z.object({ ...eachTerm('entered'), endsAt: momentInput.nullable().default(null) });

/**
 * The rules of one version of a listing. A clip always keeps the rules of the version under which it was
 * submitted.
 */
export const listingRules = z.object(eachTerm('stored'));
export type ListingRules = z.infer<typeof listingRules>;

/**
 * Checks each field alone. The server checks all other rules in the specified order and answers with specific
 * error codes.
 */
export const createListingBody = z.object({
  title: z.string().trim().max(limits.TITLE_MAX),
  description: z.string().trim().max(limits.DESCRIPTION_MAX),
  instructions: z.string().trim().max(limits.DESCRIPTION_MAX),
  platforms: z
    .array(platformSchema)
    .max(postPlatforms.length)
    .overwrite((chosen) => [...new Set(chosen)]),
  /** The subject of the source; null: no category. An edit without it keeps the current one. */
  category: listingCategory.nullable().optional(),
  sourceMediaId: idSchema.nullable(),
  sourceUrl: z
    .string()
    .trim()
    .max(2000)
    .refine(isWebAddress, { error: 'Download link: a full address that starts with https:// or http://.' })
    .nullable(),
  rateCentsPerMille: z
    .int(rateError)
    .min(limits.RATE_MIN_CENTS, rateError)
    .max(limits.RATE_MAX_CENTS, rateError),
  budgetMicros: microsWire.refine(
    (amount) => amount >= limits.BUDGET_MIN && amount <= limits.BUDGET_MAX && isWholeCents(amount),
    { error: `Total budget: ${range(limits.BUDGET_MIN, limits.BUDGET_MAX)}, in whole cents.` },
  ),
  rules,
});
export type ListingTerms = z.output<typeof createListingBody>;

/** New terms for clips that are submitted later. The source and the budget can't be edited. */
export const editListingBody = createListingBody
  .omit({ budgetMicros: true, sourceMediaId: true, sourceUrl: true })
  .extend({
    /**
     * The version that the host edited. An edit of an older version is refused, so that it can't overwrite a
     * newer one.
     */
    version: z.int().min(1),
  });
