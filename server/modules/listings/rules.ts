import { paysByFigures } from '#contract/clips/counted-views.ts';
import { brokenTerms, emptyFields } from '#contract/listings/listing-checks.ts';
import { type ListingTerms, ruleLabels } from '#contract/listings/listing-terms.ts';
import { type ConnectablePlatform, platforms } from '#contract/platforms/platforms.ts';
import { type Refusal, refuse } from '#server/infra/outcome.ts';

/**
 * Returns the first rule that the terms break although each field is valid alone; null if they break none.
 */
export function refusedTerms(
  terms: ListingTerms,
  now: Date,
): Refusal<'missing_information' | 'invalid_input'> | null {
  const [empty] = Object.keys(emptyFields(terms));
  if (empty) return refuse('missing_information', { field: empty });
  const [broken] = brokenTerms(terms, now);
  return broken ? refuse('invalid_input', broken) : null;
}

/**
 * Refuses terms that pay for only a part of the views on platforms whose counts can't be read here. These
 * platforms only have screenshots, which don't show the views that count. Returns null if the terms have no
 * such rule.
 */
export function refusedCounting(
  { rules, platforms: chosen }: Pick<ListingTerms, 'rules' | 'platforms'>,
  asked: readonly ConnectablePlatform[],
): Refusal<'invalid_input'> | null {
  const silent = paysByFigures(rules) ? chosen.find((platform) => !asked.includes(platform)) : undefined;
  if (silent === undefined) return null;
  const field = rules.countedViews === 'engaged' ? 'countedViews' : 'countedCountries';
  const detail = `${ruleLabels[field]}: Pay for every view. This server has no access to ${platforms[silent].name}, so it can’t tell which views those are.`;
  return refuse('invalid_input', { field: `rules.${field}`, detail });
}

/**
 * Returns only the words of a text, so that typed words are found whatever characters are between the written
 * words.
 */
export const searchable = (text: string): string => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

/**
 * Divides an amount over several budgets in proportion to them, to the micro-dollar. If the budgets are not
 * enough, takes all of each.
 */
export function shareOut(amount: bigint, budgets: readonly bigint[]): bigint[] {
  const total = budgets.reduce((sum, budget) => sum + budget, 0n);
  if (amount >= total) return [...budgets];
  let upTo = 0n;
  return budgets.map((budget) => {
    const before = (amount * upTo) / total;
    upTo += budget;
    return (amount * upTo) / total - before;
  });
}
