import { dayText } from '#contract/dates.ts';
import { EXHAUSTED_VIEWS } from '#contract/limits.ts';
import type { FeedRow, ListingPage, ListingState } from '#contract/listings/listings.ts';
import { runwayDays } from '#contract/listings/runway.ts';
import { formatUsd, type Micros, microsPerView } from '#contract/money.ts';
import { formatCount } from '#web/ui/texts/count.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The age of a younger listing is shown in days, that of an older one as a date. */
const RECENT_DAYS = 14;

export const languageName = (language: string): string => (language === 'any' ? 'Any language' : language);

/** Returns how many more views the free budget pays for. */
export const viewsLeft = (freeMicros: Micros, rateCentsPerMille: number): number =>
  Number(freeMicros / microsPerView(rateCentsPerMille));

/** Returns the number of views with which a clip has earned its maximum. */
export const viewsToCap = (capMicros: Micros, rateCentsPerMille: number): number =>
  Number(capMicros / microsPerView(rateCentsPerMille));

/**
 * Describes how long the free budget lasts at the spending of the last seven days: "Lasts about 12 days at
 * its pace".
 */
export function runwayLine(row: Pick<FeedRow, 'freeMicros' | 'lastWeekMicros'>): string {
  const days = runwayDays(row);
  if (days === null) return 'No spend in the last 7 days';
  if (days < 1) return 'Less than a day left';
  return days > 365
    ? 'Over a year left at the current pace'
    : `About ${daysOf(days)} left at the current pace`;
}

/** Describes the limits on a clip's earnings in one line: "Max $150.00 per clip · 1,000-view minimum". */
export function limitsLine(row: Pick<FeedRow, 'maxPayoutMicros' | 'minViews'>): string {
  const cap =
    row.maxPayoutMicros === null ? 'No cap per clip' : `Max ${formatUsd(row.maxPayoutMicros)} per clip`;
  return row.minViews > 0 ? `${cap} · ${formatCount(row.minViews)}-view minimum` : cap;
}

/** Describes the median time in which a host decides, such as "3 h"; null without data. */
export const decidesIn = (hours: number | null): string | null => {
  if (hours === null) return null;
  return hours < 1 ? 'under 1 h' : `${Math.round(hours)} h`;
};

/** Formats a share as a whole percentage, such as "91%"; null without data. */
export const wholePercent = (share: number | null): string | null =>
  share === null ? null : `${Math.round(share * 100)}%`;

/** Returns why a listing accepts no clips, or null if it does. */
export function closedReason({
  state,
  isBudgetUsedUp,
}: Pick<ListingPage, 'state' | 'isBudgetUsedUp'>): string | null {
  if (isBudgetUsedUp)
    return `Budget used up: less than ${formatCount(EXHAUSTED_VIEWS)} views' worth is free. This listing accepts no new clips until there is more.`;
  const reasons: Record<ListingState, string | null> = {
    active: null,
    paused: 'This listing accepts no new clips for now. It is paused by its host or by Permille.',
    ended: 'This listing has ended. Approved clips keep earning until their counting ends.',
    settled: 'This listing is settled. Every clip has been paid and the rest went back to its host.',
    removed: 'This listing was removed. It accepts no clips.',
  };
  return reasons[state];
}

/** Formats a number of clips: "1 clip", "1,200 clips". */
export const clipsOf = (count: number) => (count === 1 ? '1 clip' : `${formatCount(count)} clips`);

/**
 * Describes when a listing was posted: "Just posted" in its first day, "Posted 3 days ago", and later
 * "Posted 17 Nov". Without a time, as on the server, always the date.
 */
export function postedAt(createdAt: Date, now: Date | null): string {
  const days = now ? Math.floor((now.getTime() - createdAt.getTime()) / DAY_MS) : Number.POSITIVE_INFINITY;
  if (days < 1) return 'Just posted';
  return days < RECENT_DAYS ? `Posted ${daysOf(days)} ago` : `Posted ${dayText(createdAt)}`;
}

/**
 * Describes a host and how they decide: "@marlow · Decides in 3 h · Approves 91%". A host without decisions
 * is new.
 */
export function hostLine({ username, medianHoursToDecide, approvedShare }: FeedRow['host']): string {
  const decides = decidesIn(medianHoursToDecide);
  const known = [
    decides && `Decides in ${decides}`,
    approvedShare !== null && `Approves ${wholePercent(approvedShare)}`,
  ].filter((part) => part);
  return [`@${username}`, ...(known.length > 0 ? known : ['New host'])].join(' · ');
}

/** Formats a number of days: "1 day", "30 days". */
export const daysOf = (count: number) => (count === 1 ? '1 day' : `${count} days`);
