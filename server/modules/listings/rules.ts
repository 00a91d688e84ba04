import { brokenTerms, emptyFields } from '#contract/listing-checks.ts';
import type { ListingTerms } from '#contract/listing-terms.ts';
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
