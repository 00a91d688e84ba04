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
import type { CountedTerms } from '#contract/counted-terms.ts';
import { paidViewsText, paysByFigures } from '#contract/counted-views.ts';
import { momentText } from '#contract/dates.ts';
import { firstDecideBy } from '#contract/decide-by.ts';
import { ATTESTED_MAX, COUNTED_UNTIL_DAYS, DECISION_HOURS } from '#contract/limits.ts';
import type { ListingPage } from '#contract/listings.ts';
import { formatUsd } from '#contract/money.ts';
import { formatCount } from '#web/ui/count.ts';
import { daysOf, viewsToCap } from './listing-labels.ts';

export interface RuleText {
  icon: LucideIcon;
  title: string;
  detail: string;
}

/**
 * Every rule of a listing as a sentence, in the order in which people meet it; `now` is null while the time
 * is unknown.
 */
export function ruleTexts(listing: ListingPage, now: Date | null): RuleText[] {
  // A paused or ended listing accepts no submissions, so it has no rule about them.
  return [
    ...contentRules(listing),
    ...moneyRules(listing),
    ...timeRules(listing, listing.state === 'active' ? now : null),
  ];
}

function contentRules({ rules }: ListingPage): RuleText[] {
  const { minSeconds, maxSeconds, requiredTags } = rules;
  return [
    {
      icon: Timer,
      title: lengthTitle(minSeconds, maxSeconds),
      detail:
        minSeconds === null && maxSeconds === null
          ? 'As long as the platform accepts it.'
          : 'Checked on submit where the platform tells the length.',
    },
    requiredTags.length > 0
      ? {
          icon: Hash,
          title: listed(requiredTags),
          detail: 'In the caption, checked on submit where the platform tells it.',
        }
      : { icon: Hash, title: 'No required hashtags', detail: 'Caption it as you like.' },
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
  ];
}

function moneyRules({ rules, rateCentsPerMille }: ListingPage): RuleText[] {
  const { minViews, maxPayoutMicros } = rules;
  return [
    minViews > 0
      ? {
          icon: Gauge,
          title: `Earns from ${formatCount(minViews)} views`,
          detail: 'Once reached, every view counts, from the first.',
        }
      : {
          icon: Gauge,
          title: 'Earns from the first view',
          detail: paysByFigures(rules)
            ? 'Of those that the listing pays for.'
            : 'Every verified view counts.',
        },
    ...countedRules(rules),
    maxPayoutMicros === null
      ? {
          icon: Wallet,
          title: 'No maximum per clip',
          detail: paysByFigures(rules)
            ? 'A clip earns as long as the budget lasts.'
            : `A clip earns as long as the budget lasts. One that is counted by screenshots earns ${formatUsd(ATTESTED_MAX)} at most.`,
        }
      : {
          icon: Wallet,
          title: `Maximum ${formatUsd(maxPayoutMicros)} per clip`,
          detail: `Reached at ${formatCount(viewsToCap(maxPayoutMicros, rateCentsPerMille))} views.`,
        },
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
  ];
}

/** The rules about counted views, which a clipper must know before starting a clip. */
function countedRules(counted: CountedTerms): RuleText[] {
  if (!paysByFigures(counted)) return [];
  return [
    {
      icon: ListFilter,
      title: `Pays for ${paidViewsText(counted)} only`,
      detail: `Your account has to release its analytics before you submit; they say which views count. They come two to three days late, so you are paid about three days later. Views without such figures, ${COUNTED_UNTIL_DAYS} days after the tracking window at the latest, are not paid.`,
    },
  ];
}

function timeRules({ rules, endsAt }: ListingPage, now: Date | null): RuleText[] {
  const clips = rules.clipsPerClipper;
  return [
    {
      icon: Copy,
      title: clips === 1 ? 'One clip per clipper' : `${clips} clips per clipper`,
      detail: 'Any mix of the platforms named.',
    },
    {
      icon: CalendarClock,
      title: `Tracked for ${daysOf(rules.trackingDays)}`,
      detail: 'After approval. Views that come later are not paid.',
    },
    {
      icon: Clock,
      title: now
        ? `Decided by ${momentText(firstDecideBy(now, rules.decisionHours))}`
        : `Decided within ${DECISION_HOURS + rules.decisionHours} hours`,
      detail: `${now ? 'If you submit now. ' : ''}The host has ${rules.decisionHours} hours from the first verdict on the views, which takes ${DECISION_HOURS} hours at most. After that, a clean clip is approved automatically if you already have an approved one here; a reviewer decides on any other.`,
    },
    ...(endsAt
      ? [
          {
            icon: CalendarX,
            title: `Takes clips until ${momentText(endsAt)}`,
            detail: 'Approved clips keep earning to the end of their window.',
          },
        ]
      : []),
  ];
}

function lengthTitle(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `${min}-${max} seconds`;
  if (min !== null) return `At least ${min} seconds`;
  return max === null ? 'Any length' : `At most ${max} seconds`;
}

/** "#a, #b and @c" */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
