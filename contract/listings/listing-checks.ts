import { reportsWhatCounts } from '#contract/clips/counted-views.ts';
import { countryCodes } from '#contract/countries.ts';
import { BUDGET_MAX, EXHAUSTED_VIEWS } from '#contract/limits.ts';
import {
  centsToMicros,
  formatUsd,
  isWholeCents,
  type Micros,
  micros,
  microsPerView,
  raiseToCents,
  ZERO_MICROS,
} from '#contract/money.ts';
import { formats, type PostPlatform, postPlatforms } from '#contract/platforms/platforms.ts';
import { type ListingTerms, ruleLabels } from './listing-terms.ts';

export interface BrokenRule {
  field: string;
  detail: string;
}

const required = {
  title: 'Enter a title.',
  description: 'Describe the listing.',
  instructions: 'Say what clippers should do.',
  rateCentsPerMille: 'Enter what 1,000 views pay.',
  budgetMicros: 'Enter a budget.',
};

type RequiredField = keyof typeof required;

/** Returns the required fields that are empty, each with a sentence about what to enter. */
export const emptyFields = (terms: Record<RequiredField, unknown>): Partial<Record<RequiredField, string>> =>
  Object.fromEntries(
    Object.entries(required).filter(([field]) => String(terms[field as RequiredField]).trim() === ''),
  );

const broken = (field: string, detail: string): BrokenRule => ({ field, detail });

/** Returns the price of 1,000 views. A listing with a smaller free budget takes no clips. */
export const exhaustedBelow = (rateCentsPerMille: number): Micros =>
  micros(microsPerView(rateCentsPerMille) * BigInt(EXHAUSTED_VIEWS));

/** Returns the broken rules that compare several fields with each other or depend on the current time. */
export function brokenTerms(terms: ListingTerms, now: Date): BrokenRule[] {
  const { minSeconds, maxSeconds, endsAt } = terms.rules;
  const least = exhaustedBelow(terms.rateCentsPerMille);
  return [
    terms.budgetMicros < least &&
      broken('budgetMicros', `Total budget: at least the price of 1,000 views, ${formatUsd(least)}.`),
    brokenMaximum(terms),
    minSeconds !== null &&
      maxSeconds !== null &&
      minSeconds > maxSeconds &&
      broken('rules.maxSeconds', `${ruleLabels.maxSeconds}: not shorter than the shortest.`),
    brokenCountries(terms),
    brokenCounting(terms),
    endsAt !== null && endsAt <= now && broken('rules.endsAt', `${ruleLabels.endsAt}: in the future.`),
  ].filter((rule) => typeof rule === 'object' && rule !== null);
}

function brokenMaximum({ rules, budgetMicros, rateCentsPerMille }: ListingTerms): BrokenRule | null {
  const { maxPayoutMicros: maximum, allocation } = rules;
  const wrong = (rule: string) => broken('rules.maxPayoutMicros', `${ruleLabels.maxPayoutMicros}: ${rule}.`);
  if (maximum === null) {
    return allocation === 'reserved' ? wrong('required when budget is reserved per clip') : null;
  }
  if (maximum <= 0n || maximum > budgetMicros || !isWholeCents(maximum)) {
    return wrong('whole cents, above $0.00 and within the budget');
  }
  const view = microsPerView(rateCentsPerMille);
  const least = formatUsd(raiseToCents(view));
  return maximum < view ? wrong(`at least the price of one view, ${least}`) : null;
}

function brokenCountries({ rules }: ListingTerms): BrokenRule | null {
  const unknown = rules.countedCountries.filter((code) => !countryCodes.includes(code));
  if (unknown.length === 0) return null;
  const detail = `${ruleLabels.countedCountries}: ${unknown.join(', ')} is no country; use codes of two letters, such as US GB.`;
  return broken('rules.countedCountries', detail);
}

/**
 * Returns the rule that is broken if the terms pay only for a part of the views and a chosen platform does
 * not report which views those are.
 */
function brokenCounting({ rules, platforms: chosen }: ListingTerms): BrokenRule | null {
  const silent = chosen.filter((platform) => !reportsWhatCounts(platform, rules));
  if (silent.length === 0) return null;
  const field = rules.countedViews === 'engaged' ? 'countedViews' : 'countedCountries';
  const able = postPlatforms.filter((platform) => reportsWhatCounts(platform, rules));
  const named = (all: readonly PostPlatform[], word: string) =>
    all.map((one) => formats[one]).join(` ${word} `);
  return broken(
    `rules.${field}`,
    `${ruleLabels[field]}: only ${named(able, 'and')} tells which views those are. Leave ${named(silent, 'and')} out of the platforms, or pay for every view.`,
  );
}

const TOP_UP_MIN = centsToMicros(100);

/** Returns the smallest allowed top-up of at least this amount, or 0 if the amount is 0. */
export function leastTopUp(amount: Micros): Micros {
  if (amount <= 0n) return ZERO_MICROS;
  const cents = raiseToCents(amount);
  return cents < TOP_UP_MIN ? TOP_UP_MIN : cents;
}

/**
 * Returns the broken rule of a top-up, or null. A top-up is whole cents, at least $1.00, and must not raise
 * the listing's total above the largest budget.
 */
export function brokenTopUp(amount: Micros, fundedMicros: Micros): BrokenRule | null {
  if (!isWholeCents(amount) || amount < TOP_UP_MIN) {
    return broken('amountMicros', `Amount must be at least ${formatUsd(TOP_UP_MIN)}, in whole cents.`);
  }
  const room = micros(BUDGET_MAX - fundedMicros);
  const most = `a listing holds up to ${formatUsd(BUDGET_MAX)}`;
  return amount > room ? broken('amountMicros', `Amount can be at most ${formatUsd(room)}: ${most}.`) : null;
}
