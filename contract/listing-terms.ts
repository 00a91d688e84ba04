import { z } from 'zod';
import { foldWord, plainCaption, TAG_PATTERN } from './caption-tags.ts';
import { countedTerms } from './counted-terms.ts';
import * as limits from './limits.ts';
import { centsToMicros, formatUsd, isWholeCents, type Micros } from './money.ts';
import { postPlatforms } from './platforms.ts';
import { idSchema, microsWire, momentInput, platformSchema } from './primitives.ts';

/** Languages that a host can choose for clips; without a choice any language is accepted. */
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

/** Label of each rule in the form and in sentences. */
export const ruleLabels = {
  minViews: 'Minimum views',
  maxPayoutMicros: 'Maximum payout per clip',
  allocation: 'Allocation',
  clipsPerClipper: 'Clips per clipper',
  trackingDays: 'Tracking window',
  decisionHours: 'Review deadline',
  endsAt: 'End date',
  language: 'Language',
  minSeconds: 'Shortest clip',
  maxSeconds: 'Longest clip',
  requiredTags: 'Required hashtags and mentions',
  countedViews: 'Views paid for',
  countedCountries: 'Countries paid for',
  disclosureRequired: 'Ad disclosure required',
} as const;

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

/** Keeps the first spelling of each tag. */
const withoutRepeats = (tags: string[]): string[] =>
  tags.filter((tag, at) => tags.findIndex((other) => foldWord(other) === foldWord(tag)) === at);

const tagsError = { error: 'Up to 10 hashtags or mentions of letters, digits, points and underscores.' };

const rules = z.object({
  minViews: whole(ruleLabels.minViews, 0, 10_000_000).default(0),
  maxPayoutMicros: microsWire.nullable().default(null),
  clipsPerClipper: whole(ruleLabels.clipsPerClipper, 1, 100).default(limits.CLIPS_PER_CLIPPER),
  trackingDays: whole(ruleLabels.trackingDays, 1, 90, 'days').default(limits.TRACKING_DAYS),
  decisionHours: z
    .literal([...limits.DECISION_HOURS_CHOICES], {
      error: `${ruleLabels.decisionHours}: 24, 48 or 72 hours.`,
    })
    .default(limits.DECISION_HOURS),
  allocation: allocationSchema.default('first_approved'),
  requiredTags: z
    .array(z.string().overwrite(plainCaption).regex(TAG_PATTERN, tagsError))
    .max(10, tagsError)
    .overwrite(withoutRepeats)
    .default([]),
  disclosureRequired: z.boolean().default(true),
  minSeconds: whole(ruleLabels.minSeconds, 1, 600, 'seconds').nullable().default(null),
  maxSeconds: whole(ruleLabels.maxSeconds, 1, 600, 'seconds').nullable().default(null),
  language: z.enum(['any', ...listingLanguages]).default('any'),
  endsAt: momentInput.nullable().default(null),
  countedViews: countedTerms.shape.countedViews.default('all'),
  countedCountries: z
    .array(z.string().length(2))
    .max(50)
    .overwrite((codes) => [...new Set(codes)])
    .default([]),
});

/**
 * Rules of each field alone; the server checks the rest in the specified order and answers with specific
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

/** New terms for later clips; the source and the budget don't change. */
export const editListingBody = createListingBody
  .omit({ budgetMicros: true, sourceMediaId: true, sourceUrl: true })
  .extend({
    /** The version that was edited, so that an edit doesn't overwrite somebody else's newer one. */
    version: z.int().min(1),
  });
