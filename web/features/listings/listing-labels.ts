import { EXHAUSTED_VIEWS } from '#contract/limits.ts';
import type { FeedRow, ListingPage, ListingState } from '#contract/listings/listings.ts';
import { runwayDays } from '#contract/listings/runway.ts';
import { formatUsd, type Micros, microsPerView } from '#contract/money.ts';
import { formatCount } from '#web/ui/texts/count.ts';

export const languageName = (language: string): string => (language === 'any' ? 'Any language' : language);

/** The number of further views that the free budget pays for. */
export const viewsLeft = (freeMicros: Micros, rateCentsPerMille: number): number =>
  Number(freeMicros / microsPerView(rateCentsPerMille));

/** The number of views at which a clip reaches its cap. */
export const viewsToCap = (capMicros: Micros, rateCentsPerMille: number): number =>
  Number(capMicros / microsPerView(rateCentsPerMille));

/** "Lasts about 12 days at its pace": the free budget divided by the spending of the last seven days. */
export function runwayLine(row: Pick<FeedRow, 'freeMicros' | 'lastWeekMicros'>): string {
  const days = runwayDays(row);
  if (days === null) return 'Nothing spent in 7 days, counted hourly';
  if (days < 1) return 'Lasts under a day at its pace';
  return days > 365 ? 'Lasts over a year at its pace' : `Lasts about ${daysOf(days)} at its pace`;
}

/** "Max $150.00 per clip · from 1,000 views": the limits on earnings in one line. */
export function limitsLine(row: Pick<FeedRow, 'maxPayoutMicros' | 'minViews'>): string {
  const cap =
    row.maxPayoutMicros === null ? 'No cap per clip' : `Max ${formatUsd(row.maxPayoutMicros)} per clip`;
  return row.minViews > 0 ? `${cap} · from ${formatCount(row.minViews)} views` : cap;
}

/** "Decides in 3 h (median)"; null without data. */
export const decidesIn = (hours: number | null): string | null => {
  if (hours === null) return null;
  return hours < 1 ? 'under 1 h' : `${Math.round(hours)} h`;
};

/** "91%"; null without data. */
export const wholePercent = (share: number | null): string | null =>
  share === null ? null : `${Math.round(share * 100)}%`;

/** The reason why a listing accepts no clips; null while it does. */
export function closedReason({
  state,
  isBudgetUsedUp,
}: Pick<ListingPage, 'state' | 'isBudgetUsedUp'>): string | null {
  if (isBudgetUsedUp)
    return `Budget used up: less than ${formatCount(EXHAUSTED_VIEWS)} views' worth is free. This listing accepts no new clips until there is more.`;
  const reasons: Record<ListingState, string | null> = {
    active: null,
    paused: 'This listing accepts no new clips for now. It is paused by its host or by Permille.',
    ended: 'This listing has ended. Clips that were approved earn to the end of their window.',
    settled: 'This listing is settled. Every clip has been paid and the rest went back to its host.',
    removed: 'This listing was removed. It accepts no clips.',
  };
  return reasons[state];
}

/** "1 day", "30 days" */
export const daysOf = (count: number) => (count === 1 ? '1 day' : `${count} days`);
