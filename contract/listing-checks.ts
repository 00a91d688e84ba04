import { BUDGET_MAX, EXHAUSTED_VIEWS } from './limits.ts';
import { type ListingTerms, ruleLabels } from './listing-terms.ts';
import {
  centsToMicros,
  cutToCents,
  formatUsd,
  isWholeCents,
  type Micros,
  micros,
  microsPerView,
} from './money.ts';

export interface BrokenRule {
  field: string;
  detail: string;
}

const broken = (field: string, detail: string): BrokenRule => ({ field, detail });

/** What free budget must hold for a listing to take clips: the price of 1,000 views. */
export const exhaustedBelow = (rateCentsPerMille: number): Micros =>
  micros(microsPerView(rateCentsPerMille) * BigInt(EXHAUSTED_VIEWS));

/** The rules between fields, and those that depend on the time, that these terms break. */
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
  const least = formatUsd(cutToCents(micros(view + 9_999n)));
  return maximum < view ? wrong(`at least the price of one view, ${least}`) : null;
}

const TOP_UP_MIN = centsToMicros(100);

/** Whole cents from $1.00; all that was ever put into a listing stays within the largest budget. */
export function brokenTopUp(amount: Micros, fundedMicros: Micros): BrokenRule | null {
  if (!isWholeCents(amount) || amount < TOP_UP_MIN) {
    return broken('amountMicros', `Amount must be at least ${formatUsd(TOP_UP_MIN)}, in whole cents.`);
  }
  const room = micros(BUDGET_MAX - fundedMicros);
  const most = `a listing holds up to ${formatUsd(BUDGET_MAX)}`;
  return amount > room ? broken('amountMicros', `Amount can be at most ${formatUsd(room)}: ${most}.`) : null;
}
