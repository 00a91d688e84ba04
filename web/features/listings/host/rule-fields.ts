import { countryCodes } from '#contract/countries.ts';
import { DECISION_HOURS_CHOICES } from '#contract/limits.ts';
import type { CountedTerms } from '#contract/listings/counted-terms.ts';
import { type ListingTerms, listingLanguages, type ruleLabels } from '#contract/listings/listing-terms.ts';
import { formatAmount, type Micros, parseUsd, ZERO_MICROS } from '#contract/money.ts';

export type RuleName = keyof ListingTerms['rules'];

interface Choice {
  value: string | number;
  label: string;
}

export type RuleField = { hint?: string } & (
  | { kind: 'count'; suffix?: string }
  | { kind: 'amount' }
  | { kind: 'day' }
  | { kind: 'tags' }
  | { kind: 'countries' }
  | { kind: 'checkbox' }
  | { kind: 'choice'; options: readonly Choice[] }
);

/** The kind of input for each rule, in the order of the form. */
export const ruleFields = {
  minViews: { kind: 'count', hint: 'Clips start earning at this many views. Earlier views count too.' },
  maxPayoutMicros: { kind: 'amount', hint: 'Leave blank for no cap.' },
  allocation: {
    kind: 'choice',
    hint: 'Reserving needs a maximum payout per clip.',
    options: [
      { value: 'first_approved', label: 'First approved, first paid' },
      { value: 'reserved', label: 'Reserved per clip' },
    ],
  },
  clipsPerClipper: { kind: 'count' },
  trackingDays: { kind: 'count', suffix: 'days', hint: 'Views count from approval until then.' },
  decisionHours: {
    kind: 'choice',
    hint: 'If you don’t decide by then, clean clips from clippers you’ve approved are approved automatically; our team reviews the rest.',
    options: DECISION_HOURS_CHOICES.map((hours) => ({ value: hours, label: `${hours} hours` })),
  },
  endsAt: { kind: 'day', hint: 'Leave blank for no end date.' },
  language: {
    kind: 'choice',
    options: [
      { value: 'any', label: 'Any language' },
      ...listingLanguages.map((name) => ({ value: name, label: name })),
    ],
  },
  minSeconds: { kind: 'count', suffix: 'seconds' },
  maxSeconds: { kind: 'count', suffix: 'seconds' },
  requiredTags: {
    kind: 'tags',
    hint: 'In the caption, such as #hollowrun @marlow. We check this where the platform allows; otherwise you check it during review.',
  },
  countedViews: {
    kind: 'choice',
    hint: 'Engaged views exclude people who swipe away immediately.',
    options: [
      { value: 'all', label: 'Every verified view' },
      { value: 'engaged', label: 'Engaged views only' },
    ],
  },
  countedCountries: {
    kind: 'countries',
    hint: 'Viewer location. Leave blank for all countries.',
  },
  disclosureRequired: {
    kind: 'checkbox',
    hint: 'The caption must say that the clip is paid: #ad or #sponsored, on YouTube also its own label. We check it again every day where the platform allows.',
  },
} as const satisfies Record<RuleName & keyof typeof ruleLabels, RuleField>;

export const ruleNames = Object.keys(ruleFields) as RuleName[];

/** The rules as the host has typed them: text, or whether a box is checked. */
export type RulesDraft = {
  [Name in RuleName]: (typeof ruleFields)[Name]['kind'] extends 'checkbox' ? boolean : string;
};

/** Returns the tags in a text: "#ad marlow, @x#y" contains "#ad", "#marlow", "@x" and "#y". */
const readTags = (text: string): string[] =>
  text
    .split(/[\s,]+|(?=[#＃])/)
    .filter(Boolean)
    .map((word) => (/^[#@＃＠]/.test(word) ? word : `#${word}`));

/** Returns the country codes in a text: "US GB" contains "US" and "GB". */
export const readCountries = (text: string): string[] => text.split(' ').filter(Boolean);

function readCount(text: string): number {
  const digits = text.replaceAll(',', '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}

/**
 * Returns the typed rule as the request needs it. Unreadable input becomes a value that the schema refuses.
 */
function readRule(field: RuleField, typed: string | boolean): unknown {
  const text = String(typed).trim();
  if (field.kind === 'checkbox') return typed;
  if (field.kind === 'tags') return readTags(text);
  if (field.kind === 'countries') return readCountries(text);
  if (text === '') return null;
  if (field.kind === 'count') return readCount(text);
  if (field.kind === 'amount') return String(parseUsd(text) ?? ZERO_MICROS);
  if (field.kind === 'day') return `${text}T23:59:59Z`;
  return field.options.find(({ value }) => String(value) === text)?.value;
}

function writeRule(field: RuleField, value: unknown): string | boolean {
  if (field.kind === 'checkbox') return value === true;
  if (value === null) return '';
  if (field.kind === 'tags' || field.kind === 'countries') return (value as string[]).join(' ');
  if (field.kind === 'amount') return formatAmount(value as Micros);
  if (field.kind === 'day') return (value as Date).toISOString().slice(0, 10);
  return String(value);
}

/** Returns the terms about which views the typed rules pay for, ignoring codes that belong to no country. */
export const countedOf = ({ countedViews, countedCountries }: RulesDraft): CountedTerms => ({
  countedViews: countedViews === 'engaged' ? 'engaged' : 'all',
  countedCountries: readCountries(countedCountries).filter((code) => countryCodes.includes(code)),
});

export const readRules = (draft: RulesDraft): Record<string, unknown> =>
  Object.fromEntries(ruleNames.map((name) => [name, readRule(ruleFields[name], draft[name])]));

export const writeRules = (rules: ListingTerms['rules'] | Record<RuleName, unknown>): RulesDraft =>
  Object.fromEntries(ruleNames.map((name) => [name, writeRule(ruleFields[name], rules[name])])) as RulesDraft;
