import { z } from 'zod';
import { VIEWS_MAX } from '#contract/limits.ts';
import { dayAfter, daysBetween, pacificDay, pacificMidnight } from '#contract/pacific-days.ts';
import type { Clock } from '#server/infra/clock.ts';
import { answer, type CountryViews, type PostAdapter, type ReleasedStretch } from './adapter.ts';
import type { OutsideCaller } from './outside-call.ts';
import type { PlatformEndpoints } from './services.ts';
import { countryOf, deviceOf, sharesOf, sourceOf } from './youtube-audience.ts';
import { bearer } from './youtube-connect.ts';
import { analyticsReader } from './youtube-reply.ts';

const amount = z.number().nonnegative();
const count = z.int().nonnegative().max(VIEWS_MAX);

/** Parses a report into one object per row. The keys are the names of the report's columns. */
const reportOf = <T extends z.ZodType>(row: T) =>
  z
    .object({
      columnHeaders: z.array(z.object({ name: z.string() })),
      rows: z.array(z.array(z.union([z.string(), z.number()]))).nullish(),
    })
    .transform(({ columnHeaders, rows }): unknown =>
      (rows ?? []).map((cells) => Object.fromEntries(columnHeaders.map(({ name }, i) => [name, cells[i]]))),
    )
    .pipe(z.array(row));

const part = z.object({ views: count });
type Part = z.output<typeof part> & { engagedViews?: number };
const day = part.extend({ day: z.iso.date() });
const byDay = reportOf(
  day.extend({
    engagedViews: count,
    estimatedMinutesWatched: amount,
    averageViewPercentage: amount,
  }),
);
type Day = z.output<typeof byDay>[number];
const bySource = reportOf(day.extend({ insightTrafficSourceType: z.string() }));
const byDevice = reportOf(day.extend({ deviceType: z.string() }));
const bySubscription = reportOf(day.extend({ subscribedStatus: z.string() }));
const byCountry = reportOf(part.extend({ country: z.string() }));
const engagedOfCountry = reportOf(part.extend({ country: z.string(), engagedViews: count }));

/**
 * Reads the YouTube Analytics API (`reports.query`). A report ends with the last complete day, two to three
 * days ago. No report divides views by both day and country, so each stretch needs its own request for
 * countries.
 */
export function youtubeAnalytics(
  endpoints: PlatformEndpoints,
  clock: Clock,
  limits: OutsideCaller,
): NonNullable<PostAdapter['readAnalytics']> {
  const get = analyticsReader(endpoints, clock, limits);
  return async (access, post) => {
    const { postId, postedAt, since, wholeDaysFrom = null, engagedByCountry = false } = post;
    const ask = <T extends z.ZodType>(span: Span, dimensions: string, metrics: string, schema: T) =>
      get(
        `reports?${new URLSearchParams({
          ids: 'channel==MINE',
          startDate: span.from,
          endDate: span.to,
          filters: `video==${postId}`,
          dimensions,
          metrics,
        })}`,
        bearer(access.accessToken),
        schema,
      );
    const all = { from: pacificDay(since ?? postedAt), to: pacificDay(clock.now()) };
    const figures = 'views,engagedViews,estimatedMinutesWatched,averageViewPercentage';
    const days = await ask(all, 'day', figures, byDay);
    if (!days.ok) return days;
    const watched = days.value.filter(({ day, views }) => views > 0 && hasEnded(day, clock));
    const last = lastDay(watched);
    if (last === undefined) return answer([]);
    const span = { from: all.from, to: last };
    const sources = await ask(span, 'day,insightTrafficSourceType', 'views', bySource);
    if (!sources.ok) return sources;
    const devices = await ask(span, 'day,deviceType', 'views', byDevice);
    if (!devices.ok) return devices;
    const subscriptions = await ask(span, 'day,subscribedStatus', 'views', bySubscription);
    if (!subscriptions.ok) return subscriptions;
    // One report may end a day before another. The stretches end with the earliest.
    const divided = [sources.value, devices.value, subscriptions.value].filter(({ length }) => length > 0);
    const to = [last, ...divided.map((rows) => lastDay(rows)!)].sort()[0]!;
    const stretches: ReleasedStretch[] = [];
    for (const stretch of stretchesOf({ from: span.from, to }, postedAt, wholeDaysFrom)) {
      const isIn = ({ day }: { day: string }) => day >= stretch.from && day <= stretch.to;
      const own = watched.filter(isIn);
      if (own.length === 0) continue;
      const isWhole = isWholeDay(stretch, wholeDaysFrom);
      const countries =
        isWhole && engagedByCountry
          ? await ask(stretch, 'country', 'views,engagedViews', engagedOfCountry)
          : await ask(stretch, 'country', 'views', byCountry);
      if (!countries.ok) return countries;
      stretches.push({
        fromAt: latest(postedAt, pacificMidnight(stretch.from)),
        toAt: pacificMidnight(dayAfter(stretch.to)),
        ...figuresOf(own),
        trafficSources: sharesOf(sources.value.filter(isIn), (row) => sourceOf(row.insightTrafficSourceType)),
        devices: sharesOf(devices.value.filter(isIn), (row) => deviceOf(row.deviceType)),
        countries: sharesOf(countries.value, (row) => countryOf(row.country)),
        subscribedShare: subscribedShare(subscriptions.value.filter(isIn)),
        ...(isWhole && { countryViews: countries.value.map(wholeOf) }),
      });
    }
    return answer(stretches);
  };
}

interface Span {
  /** Days in California, both included. */
  from: string;
  to: string;
}

const lastDay = (rows: readonly { day: string }[]): string | undefined =>
  rows
    .map(({ day }) => day)
    .sort()
    .at(-1);

const hasEnded = (day: string, clock: Clock): boolean => pacificMidnight(dayAfter(day)) <= clock.now();
const latest = (a: Date, b: Date): Date => (a > b ? a : b);

/**
 * If a reading covers several days, each stretch has this many days: fewer while the clip is young. `age` is
 * the clip's age in days.
 */
const lengthAt = (age: number): number => (age < 4 ? 1 : age < 8 ? 2 : 4);

const isWholeDay = ({ from }: Pick<Span, 'from'>, wholeDaysFrom: Date | null): boolean =>
  wholeDaysFrom !== null && from >= pacificDay(wholeDaysFrom);

const wholeOf = ({ country, views, engagedViews }: Part & { country: string }): CountryViews => ({
  country: countryOf(country),
  views,
  engagedViews: engagedViews ?? null,
});

function stretchesOf({ from, to }: Span, postedAt: Date, wholeDaysFrom: Date | null): Span[] {
  const days = daysBetween(from, to);
  const firstWhole = days.findIndex((day) => isWholeDay({ from: day }, wholeDaysFrom));
  const stretches: Span[] = [];
  for (let i = 0; i < days.length; ) {
    const age = daysBetween(pacificDay(postedAt), days[i]!).length - 1;
    const isWhole = firstWhole >= 0 && i >= firstWhole;
    const end = firstWhole > i ? firstWhole : days.length;
    const last = Math.min(i + (isWhole ? 1 : lengthAt(age)), end) - 1;
    stretches.push({ from: days[i]!, to: days[last]! });
    i = last + 1;
  }
  return stretches;
}

function figuresOf(days: readonly Day[]) {
  const sum = (of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0);
  const views = sum((day) => day.views);
  return {
    views,
    engagedViews: sum(({ engagedViews }) => engagedViews),
    watchSeconds: sum(({ estimatedMinutesWatched }) => estimatedMinutesWatched) * 60,
    averagePercentage: sum((day) => day.averageViewPercentage * day.views) / views,
    completedShare: null,
    reach: null,
  };
}

function subscribedShare(rows: z.output<typeof bySubscription>): number | null {
  const shares = sharesOf(rows, ({ subscribedStatus }) => subscribedStatus);
  return shares && (shares.SUBSCRIBED ?? 0);
}
