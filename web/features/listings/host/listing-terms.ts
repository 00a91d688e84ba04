import type { z } from 'zod';
import * as limits from '#contract/limits.ts';
import type { createListingBody } from '#contract/listings.ts';
import { centsToMicros, formatUsd, type Micros, parseUsd } from '#contract/money.ts';
import { formatRate } from '#web/ui/money.tsx';
import type { ListingDraft } from './listing-draft.ts';

export type ListingTerms = z.output<typeof createListingBody>;
export type Remarks = Partial<Record<keyof ListingDraft, string>>;

/** Whole cents of a typed rate within the limits; null otherwise. */
export function readRate(text: string): number | null {
  const amount = parseUsd(text);
  const cents = amount === null ? null : Number(amount / 10_000n);
  return cents !== null && cents >= limits.RATE_MIN_CENTS && cents <= limits.RATE_MAX_CENTS ? cents : null;
}

/** Required fields that are empty, each with what to enter. */
export function emptyFields(draft: ListingDraft): Remarks {
  const words: [keyof ListingDraft, string][] = [
    ['title', 'Enter a title.'],
    ['description', 'Describe the listing.'],
    ['instructions', 'Say what clippers should do.'],
    ['rate', 'Enter what 1,000 views pay.'],
    ['budget', 'Enter a budget.'],
  ];
  return Object.fromEntries(words.filter(([field]) => String(draft[field]).trim() === ''));
}

/** The draft as the server takes it, or what is wrong beside each field. */
export function readTerms(draft: ListingDraft, now: Date): { terms: ListingTerms } | { remarks: Remarks } {
  const remarks: Remarks = {};
  const rateCentsPerMille = readRate(draft.rate);
  if (rateCentsPerMille === null) {
    remarks.rate = `Payout per 1,000 views: ${formatRate(limits.RATE_MIN_CENTS)} to ${formatRate(limits.RATE_MAX_CENTS)}, in whole cents.`;
  }
  const budgetMicros = parseUsd(draft.budget);
  const budgetRemark = remarkOnBudget(budgetMicros, rateCentsPerMille);
  if (budgetRemark) remarks.budget = budgetRemark;
  const source = readSource(draft, remarks);
  const rules = readRules(draft, budgetMicros, now, remarks);
  if (Object.keys(remarks).length > 0 || rateCentsPerMille === null || budgetMicros === null) {
    return { remarks };
  }
  return {
    terms: {
      title: draft.title.trim(),
      description: draft.description.trim(),
      instructions: draft.instructions.trim(),
      platforms: draft.platforms,
      ...source,
      rateCentsPerMille,
      budgetMicros,
      rules,
    },
  };
}

function remarkOnBudget(budget: Micros | null, rateCents: number | null): string | null {
  if (budget === null || budget < limits.BUDGET_MIN || budget > limits.BUDGET_MAX) {
    return `Total budget: ${formatUsd(limits.BUDGET_MIN)} to ${formatUsd(limits.BUDGET_MAX)}.`;
  }
  if (rateCents !== null && budget < centsToMicros(rateCents)) {
    return `Total budget: at least the price of 1,000 views, ${formatRate(rateCents)}.`;
  }
  return null;
}

/** The chosen kind of source, else the other one if that is filled in. */
function readSource(draft: ListingDraft, remarks: Remarks) {
  const link = draft.sourceUrl.trim();
  const useLink = link !== '' && (draft.sourceKind === 'link' || draft.media === null);
  if (useLink && !isWebAddress(link)) {
    remarks.sourceUrl = 'Download link: a full address that starts with https:// or http://.';
  }
  return {
    sourceMediaId: useLink ? null : (draft.media?.id ?? null),
    sourceUrl: useLink ? link : null,
  };
}

const isWebAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
};

const tagPattern = /^[#@][\p{L}\p{N}_.]{1,50}$/u;

/** "#ad marlow, @x" → ["#ad", "#marlow", "@x"] */
export const readTags = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => (/^[#@]/.test(word) ? word : `#${word}`));

function readRules(
  draft: ListingDraft,
  budget: Micros | null,
  now: Date,
  remarks: Remarks,
): ListingTerms['rules'] {
  const whole = (field: keyof ListingDraft, name: string, min: number, max: number) => {
    const text = String(draft[field]).replaceAll(',', '').trim();
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max))
      remarks[field] = `${name}: ${min} to ${max.toLocaleString('en-US')}.`;
    return value;
  };
  const optional = (field: 'minSeconds' | 'maxSeconds', name: string) =>
    draft[field].trim() === '' ? null : whole(field, name, 1, 600);
  const minSeconds = optional('minSeconds', 'Shortest clip, seconds');
  const maxSeconds = optional('maxSeconds', 'Longest clip, seconds');
  if (minSeconds !== null && maxSeconds !== null && minSeconds > maxSeconds) {
    remarks.maxSeconds = 'Longest clip: not shorter than the shortest.';
  }
  const requiredTags = readTags(draft.requiredTags);
  if (requiredTags.length > 10 || requiredTags.some((tag) => !tagPattern.test(tag))) {
    remarks.requiredTags = 'Up to 10 hashtags or mentions of letters, digits, points and underscores.';
  }
  const endsAt = draft.endsOn === '' ? null : new Date(`${draft.endsOn}T23:59:59Z`);
  if (endsAt !== null && !(endsAt > now)) remarks.endsOn = 'End date: in the future.';
  const reserved = draft.allocation === 'reserved';
  return {
    minViews: whole('minViews', 'Minimum views', 0, 10_000_000),
    maxPayoutMicros: readCap(draft.maxPayout, budget, reserved, remarks),
    clipsPerClipper: whole('clipsPerClipper', 'Clips per clipper', 1, 100),
    trackingDays: whole('trackingDays', 'Tracking window, days', 1, 90),
    reviewHours: draft.reviewHours === '72' ? 72 : draft.reviewHours === '48' ? 48 : 24,
    allocation: reserved ? 'reserved' : 'first_approved',
    requiredTags,
    disclosureRequired: draft.disclosureRequired,
    minSeconds,
    maxSeconds,
    language: draft.language,
    endsAt,
  };
}

function readCap(text: string, budget: Micros | null, needed: boolean, remarks: Remarks): Micros | null {
  if (text.trim() === '') {
    if (needed) remarks.maxPayout = 'Maximum payout per clip: required when budget is reserved per clip.';
    return null;
  }
  const cap = parseUsd(text);
  if (cap === null || cap <= 0n || (budget !== null && cap > budget)) {
    remarks.maxPayout = 'Maximum payout per clip: above $0.00 and within the budget.';
  }
  return cap;
}
