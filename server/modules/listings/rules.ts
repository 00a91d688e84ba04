import { paysByFigures } from '#contract/counted-views.ts';
import { brokenTerms, emptyFields } from '#contract/listing-checks.ts';
import { type ListingTerms, ruleLabels } from '#contract/listing-terms.ts';
import { type ConnectablePlatform, platforms } from '#contract/platforms.ts';
import { type Refusal, refuse } from '#server/infra/outcome.ts';

/** The first rule that terms break which are well-formed field by field; null when they break none. */
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
 * Terms that pay for a part of the views need platforms that can be asked here: of others only screenshots are known, and these
 * don't show which views count. Null when the terms ask for nothing of that kind.
 */
export function refusedCounting(
  { rules, platforms: chosen }: Pick<ListingTerms, 'rules' | 'platforms'>,
  asked: readonly ConnectablePlatform[],
): Refusal<'invalid_input'> | null {
  const silent = paysByFigures(rules) ? chosen.find((platform) => !asked.includes(platform)) : undefined;
  if (silent === undefined) return null;
  const field = rules.countedViews === 'engaged' ? 'countedViews' : 'countedCountries';
  const detail = `${ruleLabels[field]}: ${platforms[silent].name} can’t be asked here, so nobody could say which views those are. Pay for every view.`;
  return refuse('invalid_input', { field: `rules.${field}`, detail });
}

/** A text as its words alone, so that what is typed meets what was written whatever stands between the words. */
export const searchable = (text: string): string => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

/** An amount laid over several budgets, each by its share, to the micro-dollar; all of them when they are not enough. */
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
