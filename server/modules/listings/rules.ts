import type { z } from 'zod';
import * as limits from '#contract/limits.ts';
import type { createListingBody } from '#contract/listings.ts';
import { cutToCents, formatUsd, isWholeCents, type Micros, micros, microsPerView } from '#contract/money.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';

type Body = z.output<typeof createListingBody>;
type Unfit = 'missing_information' | 'invalid_input';

const broken = (field: string, detail: string) => refuse('invalid_input', { field, detail });

/** What free budget must hold for a listing to take clips: the price of 1,000 views. */
export const exhaustedBelow = (rateCentsPerMille: number): Micros =>
  micros(microsPerView(rateCentsPerMille) * BigInt(limits.EXHAUSTED_VIEWS));

/** The words of a listing trimmed, its lists without repetitions; refused where a field is empty or breaks its rule. */
export function readTerms(body: Body, now: Date): Outcome<Body, Unfit> {
  const terms: Body = {
    ...body,
    title: body.title.trim(),
    description: body.description.trim(),
    instructions: body.instructions.trim(),
    platforms: [...new Set(body.platforms)],
    sourceUrl: body.sourceUrl?.trim() || null,
    rules: { ...body.rules, requiredTags: withoutRepeats(body.rules.requiredTags) },
  };
  for (const field of ['title', 'description', 'instructions'] as const) {
    if (!terms[field]) return refuse('missing_information', { field });
  }
  return brokenSource(terms.sourceUrl) ?? brokenBudget(terms) ?? brokenRules(terms, now) ?? terms;
}

/** Terms as the columns of a version. */
export const versionColumns = ({ rules, ...terms }: Body) => ({
  title: terms.title,
  description: terms.description,
  instructions: terms.instructions,
  platforms: terms.platforms,
  rate_cents_per_mille: terms.rateCentsPerMille,
  source_media_id: terms.sourceMediaId,
  source_url: terms.sourceUrl,
  min_views: BigInt(rules.minViews),
  max_payout_micros: rules.maxPayoutMicros,
  clips_per_clipper: rules.clipsPerClipper,
  tracking_days: rules.trackingDays,
  review_hours: rules.reviewHours,
  allocation: rules.allocation,
  required_tags: rules.requiredTags,
  disclosure_required: rules.disclosureRequired,
  min_seconds: rules.minSeconds,
  max_seconds: rules.maxSeconds,
  language: rules.language,
});

/** The part of the terms that a listing itself carries, for lists and search. */
export const listingColumns = ({ rules, ...terms }: Body, username: string | null) => ({
  title: terms.title,
  rate_cents_per_mille: terms.rateCentsPerMille,
  platforms: terms.platforms,
  language: rules.language,
  max_payout_micros: rules.maxPayoutMicros,
  min_views: BigInt(rules.minViews),
  review_hours: rules.reviewHours,
  search_text: searchable(`${terms.title} ${terms.description} ${username ?? ''}`),
  ends_at: rules.endsAt,
});

function brokenSource(sourceUrl: string | null) {
  if (sourceUrl === null) return null;
  const url = URL.canParse(sourceUrl) ? new URL(sourceUrl) : null;
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return isWeb
    ? null
    : broken('sourceUrl', 'Source link: a full address that starts with https:// or http://.');
}

function brokenBudget({ budgetMicros, rateCentsPerMille }: Body) {
  if (!isWholeCents(budgetMicros)) return broken('budgetMicros', 'Total budget: whole cents.');
  if (budgetMicros < limits.BUDGET_MIN || budgetMicros > limits.BUDGET_MAX) {
    const range = `${formatUsd(limits.BUDGET_MIN)} to ${formatUsd(limits.BUDGET_MAX)}`;
    return broken('budgetMicros', `Total budget: ${range}.`);
  }
  const least = exhaustedBelow(rateCentsPerMille);
  return budgetMicros < least
    ? broken('budgetMicros', `Total budget: at least the price of 1,000 views, ${formatUsd(least)}.`)
    : null;
}

function brokenMaximum({ rules: { maxPayoutMicros, allocation }, budgetMicros, rateCentsPerMille }: Body) {
  const field = 'rules.maxPayoutMicros';
  if (maxPayoutMicros === null) {
    return allocation === 'reserved'
      ? broken(field, 'Maximum payout per clip: required when budget is reserved per clip.')
      : null;
  }
  if (maxPayoutMicros <= 0n || maxPayoutMicros > budgetMicros || !isWholeCents(maxPayoutMicros)) {
    return broken(field, 'Maximum payout per clip: whole cents, above $0.00 and within the budget.');
  }
  const view = microsPerView(rateCentsPerMille);
  return maxPayoutMicros < view
    ? broken(
        field,
        `Maximum payout per clip: at least the price of one view, ${formatUsd(cutToCents(micros(view + 9_999n)))}.`,
      )
    : null;
}

function brokenRules(body: Body, now: Date) {
  const { minSeconds, maxSeconds, endsAt } = body.rules;
  const maximum = brokenMaximum(body);
  if (maximum) return maximum;
  if (minSeconds !== null && maxSeconds !== null && minSeconds > maxSeconds) {
    return broken('rules.maxSeconds', 'Longest clip: not shorter than the shortest.');
  }
  if (endsAt !== null && endsAt <= now) return broken('rules.endsAt', 'End date: in the future.');
  return null;
}

/** A text as its words alone, so that what is typed meets what was written whatever stands between the words. */
export const searchable = (text: string): string => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

/** The first spelling of each tag stays. */
function withoutRepeats(tags: string[]): string[] {
  const bySpelling = new Map<string, string>();
  for (const tag of tags) {
    const spelling = tag.toLowerCase();
    if (!bySpelling.has(spelling)) bySpelling.set(spelling, tag);
  }
  return [...bySpelling.values()];
}

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

const TOP_UP_MIN = micros(1_000_000n);

/** Whole cents from $1.00; all that was ever put into a listing stays within the largest budget. */
export function brokenTopUp(amountMicros: Micros, fundedMicros: Micros) {
  if (!isWholeCents(amountMicros) || amountMicros < TOP_UP_MIN) {
    return broken('amountMicros', `Amount: whole cents, at least ${formatUsd(TOP_UP_MIN)}.`);
  }
  const room = micros(limits.BUDGET_MAX - fundedMicros);
  return amountMicros > room
    ? broken(
        'amountMicros',
        `Amount: at most ${formatUsd(room)} more; a listing holds up to ${formatUsd(limits.BUDGET_MAX)}.`,
      )
    : null;
}
