import type { ListingPage } from '#contract/listings.ts';
import { formatAmount } from '#contract/money.ts';
import { formatRate } from '#web/ui/money.tsx';
import { emptyDraft, type ListingDraft } from './listing-draft.ts';

/** A listing's terms as the form has them: amounts and counts as text. Its source is not part of the form. */
export function draftOf({ rules, ...listing }: ListingPage): ListingDraft {
  const text = (value: number | null) => (value === null ? '' : String(value));
  return {
    ...emptyDraft,
    title: listing.title,
    description: listing.description,
    instructions: listing.instructions,
    platforms: [...listing.platforms],
    rate: formatRate(listing.rateCentsPerMille).slice(1),
    budget: formatAmount(listing.budget.fundedMicros),
    minViews: String(rules.minViews),
    maxPayout: rules.maxPayoutMicros === null ? '' : formatAmount(rules.maxPayoutMicros),
    clipsPerClipper: String(rules.clipsPerClipper),
    trackingDays: String(rules.trackingDays),
    reviewHours: String(rules.reviewHours),
    allocation: rules.allocation,
    requiredTags: rules.requiredTags.join(' '),
    disclosureRequired: rules.disclosureRequired,
    minSeconds: text(rules.minSeconds),
    maxSeconds: text(rules.maxSeconds),
    language: rules.language,
    endsOn: listing.endsAt ? listing.endsAt.toISOString().slice(0, 10) : '',
  };
}
