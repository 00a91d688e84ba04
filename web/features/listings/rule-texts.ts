import {
  CalendarClock,
  CalendarX,
  Clock,
  Copy,
  Gauge,
  Hash,
  Layers,
  ListFilter,
  type LucideIcon,
  Megaphone,
  Timer,
  Wallet,
} from 'lucide-react';
import { paidViewsText, paysByFigures } from '#contract/clips/counted-views.ts';
import { momentText } from '#contract/dates.ts';
import { ATTESTED_MAX, COUNTED_UNTIL_DAYS, DECISION_HOURS } from '#contract/limits.ts';
import type { ListingRules } from '#contract/listings/listing-terms.ts';
import type { ListingPage } from '#contract/listings/listings.ts';
import { formatUsd } from '#contract/money.ts';
import { firstDecideBy } from '#contract/submissions/decide-by.ts';
import { formatCount } from '#web/ui/texts/count.ts';
import { daysOf, viewsToCap } from './listing-labels.ts';

export interface RuleText {
  icon: LucideIcon;
  title: string;
  detail: string;
}

type RuleSentence = (listing: ListingPage, now: Date | null) => RuleText | null;

/**
 * A sentence for each rule, in the order in which people need them. It is null if there is no such rule or if
 * another part of the page states it.
 */
const sentences: Record<keyof ListingRules | 'endsAt', RuleSentence> = {
  minSeconds: ({ rules: { minSeconds, maxSeconds } }) => ({
    icon: Timer,
    title: lengthTitle(minSeconds, maxSeconds),
    detail:
      minSeconds === null && maxSeconds === null
        ? 'Any length the platform allows.'
        : 'Checked on submit where the platform tells the length.',
  }),
  // The sentence for the shortest length also states the longest length.
  maxSeconds: () => null,
  requiredTags: ({ rules: { requiredTags } }) =>
    requiredTags.length > 0
      ? {
          icon: Hash,
          title: listed(requiredTags),
          detail: 'In the caption, checked on submit where the platform tells it.',
        }
      : { icon: Hash, title: 'No required hashtags', detail: 'Caption it as you like.' },
  disclosureRequired: ({ rules }) =>
    rules.disclosureRequired
      ? {
          icon: Megaphone,
          title: 'Ad disclosure on',
          detail: 'The caption says that it is paid: #ad or #sponsored, on YouTube also its own label.',
        }
      : {
          icon: Megaphone,
          title: 'No ad disclosure required',
          detail: "The platform's own rules and the law still apply.",
        },
  minViews: ({ rules }) =>
    rules.minViews > 0
      ? {
          icon: Gauge,
          title: `Earns from ${formatCount(rules.minViews)} views`,
          detail: 'Once reached, every view counts, from the first.',
        }
      : {
          icon: Gauge,
          title: 'Earns from the first view',
          detail: paysByFigures(rules)
            ? 'Every view that the listing pays for counts.'
            : 'Every verified view counts.',
        },
  // Clippers must know which views are paid before they start a clip.
  countedViews: ({ rules }) =>
    paysByFigures(rules)
      ? {
          icon: ListFilter,
          title: `Pays for ${paidViewsText(rules)} only`,
          detail: `Your account has to release its analytics before you submit; they show which views count. They are two to three days late, so you are paid about three days later. Views whose analytics have not arrived ${COUNTED_UNTIL_DAYS} days after the tracking window ends are not paid.`,
        }
      : null,
  // The sentence for the counted views also states the countries.
  countedCountries: () => null,
  maxPayoutMicros: ({ rules, rateCentsPerMille }) =>
    rules.maxPayoutMicros === null
      ? {
          icon: Wallet,
          title: 'No maximum per clip',
          detail: paysByFigures(rules)
            ? 'Clips earn until the budget runs out.'
            : `Clips earn until the budget runs out (up to ${formatUsd(ATTESTED_MAX)} if views are verified by screenshot).`,
        }
      : {
          icon: Wallet,
          title: `Maximum ${formatUsd(rules.maxPayoutMicros)} per clip`,
          detail: `Reached at ${formatCount(viewsToCap(rules.maxPayoutMicros, rateCentsPerMille))} views.`,
        },
  allocation: ({ rules }) =>
    rules.allocation === 'reserved'
      ? {
          icon: Layers,
          title: 'Budget reserved on approval',
          detail: 'Your maximum is reserved when your clip is approved.',
        }
      : {
          icon: Layers,
          title: 'First approved, first paid',
          detail: 'Clips are paid in the order of their approval.',
        },
  clipsPerClipper: ({ rules: { clipsPerClipper: clips } }) => ({
    icon: Copy,
    title: clips === 1 ? 'One clip per clipper' : `${clips} clips per clipper`,
    detail: 'Any mix of the platforms named.',
  }),
  trackingDays: ({ rules }) => ({
    icon: CalendarClock,
    title: `Tracked for ${daysOf(rules.trackingDays)}`,
    detail: 'After approval. Later views are not paid.',
  }),
  decisionHours: ({ rules: { decisionHours } }, now) => ({
    icon: Clock,
    title: now
      ? `Decided by ${momentText(firstDecideBy(now, decisionHours))}`
      : `Decided within ${DECISION_HOURS + decisionHours} hours`,
    detail: `${now ? 'If you submit now. ' : ''}We check views within ${DECISION_HOURS} hours; the host then has ${decisionHours} hours to decide. If they don’t, our team does; a clean clip is approved automatically if you already have an approved one here.`,
  }),
  endsAt: ({ endsAt }) =>
    endsAt && {
      icon: CalendarX,
      title: `Takes clips until ${momentText(endsAt)}`,
      detail: 'Approved clips keep earning to the end of their window.',
    },
  // The head of the page states the language.
  language: () => null,
};

/**
 * Returns every rule of a listing as a sentence, in the order in which people need them. `now` is null if the
 * time is unknown.
 */
export function ruleTexts(listing: ListingPage, now: Date | null): RuleText[] {
  // A paused or ended listing accepts no submissions, so its deadline has no date.
  const until = listing.state === 'active' ? now : null;
  return Object.values(sentences).flatMap((sentence) => sentence(listing, until) ?? []);
}

function lengthTitle(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `${min}-${max} seconds`;
  if (min !== null) return `At least ${min} seconds`;
  return max === null ? 'Any length' : `At most ${max} seconds`;
}

/** Joins words: "#a, #b and @c". */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
