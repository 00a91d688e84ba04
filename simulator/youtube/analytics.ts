import type { FastifyInstance } from 'fastify';
import { perPacificDay } from '../posts/limits.ts';
import { namedPost } from '../posts/posts.ts';
import { addReads, callerByToken, hasScope, type Refused, type TokenCaller } from '../posts/read.ts';
import type { Shares, Viewers } from '../posts/viewers.ts';
import type { Post } from '../state.ts';
import { bearerOf } from '../wire.ts';
import type { World } from '../world.ts';
import { type Problem, quotaExceeded, sendError, youtubeService } from './api.ts';
import { type ReportedDay, reportedDays } from './report.ts';

export const analyticsScope = 'https://www.googleapis.com/auth/yt-analytics.readonly';

/** Adds YouTube Analytics API v2, reports.query: the figures of one video of the channel's owner. */
export function addYoutubeAnalytics(app: FastifyInstance, world: World, base: string): void {
  const allow = perPacificDay(world);
  addReads<TokenCaller, Problem>(
    app,
    {
      caller: (request) => callerByToken(world, youtubeService, bearerOf(request), unauthenticated),
      refuse: sendError,
    },
    [
      {
        url: `${base}/reports`,
        checks: [
          hasScope(analyticsScope, scopeMissing),
          { passes: ({ token }) => allow(token.clientId), refusal: quotaExceeded },
        ],
        answer: (caller, asked) => query(world, caller, asked),
      },
    ],
  );
}

const unauthenticated: Problem = {
  status: 401,
  reason: 'authError',
  domain: 'global',
  message: 'Request had invalid authentication credentials.',
};
const scopeMissing: Problem = {
  status: 403,
  reason: 'insufficientPermissions',
  domain: 'global',
  message: 'Request had insufficient authentication scopes.',
};
const forbidden: Problem = { status: 403, reason: 'forbidden', domain: 'global', message: 'Forbidden' };
const badRequest = (message: string): Refused<Problem> => ({
  refusal: { status: 400, reason: 'badRequest', domain: 'global', message },
});

/** For each dimension except the day, the shares by which views are divided. */
const divisions: Record<string, (viewers: Viewers) => Shares> = {
  insightTrafficSourceType: ({ sources }) => sources,
  country: ({ countries }) => countries,
  deviceType: ({ devices }) => devices,
  subscribedStatus: ({ subscribed }) => ({ SUBSCRIBED: subscribed, UNSUBSCRIBED: 1 - subscribed }),
};

type Metric = (part: Part, post: Post) => number;

const metrics: Record<string, { type: 'INTEGER' | 'FLOAT'; of: Metric }> = {
  views: { type: 'INTEGER', of: ({ views }) => views },
  engagedViews: { type: 'INTEGER', of: ({ views, viewers }) => Math.round(views * viewers.engaged) },
  estimatedMinutesWatched: {
    type: 'INTEGER',
    of: ({ views, viewers }, { durationSeconds }) =>
      Math.round((views * durationSeconds * viewers.percentage) / 6_000),
  },
  averageViewPercentage: {
    type: 'FLOAT',
    of: ({ viewers }) => Math.round(viewers.percentage * 100) / 100,
  },
};

function query(world: World, { account }: TokenCaller, asked: URLSearchParams): object | Refused<Problem> {
  const listed = (name: string) => (asked.get(name) ?? '').split(',').filter((one) => one !== '');
  const [from, to] = [asked.get('startDate') ?? '', asked.get('endDate') ?? ''];
  const videoId = /^video==([\w-]+)$/.exec(asked.get('filters') ?? '')?.[1];
  const names = { metrics: listed('metrics'), dimensions: listed('dimensions') };
  if (!isDay(from) || !isDay(to)) return badRequest('Invalid value for startDate or endDate.');
  if (asked.get('ids') !== 'channel==MINE') return { refusal: forbidden };
  if (videoId === undefined || !isSupported(names)) {
    return badRequest('The query is not supported. Check the documentation for supported queries.');
  }
  const post = namedPost(world, 'youtube', { apiId: videoId, ownerId: account.id });
  if (post?.accountId !== account.id) return { refusal: forbidden };
  const parts = partsOf(reportedDays(world, { account, post }, { from, to }), names.dimensions);
  return {
    kind: 'youtubeAnalytics#resultTable',
    columnHeaders: [
      ...names.dimensions.map((name) => ({ name, columnType: 'DIMENSION', dataType: 'STRING' })),
      ...names.metrics.map((name) => ({ name, columnType: 'METRIC', dataType: metrics[name]!.type })),
    ],
    rows: parts.map((part) => [...part.keys, ...names.metrics.map((name) => metrics[name]!.of(part, post))]),
  };
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/**
 * Whether YouTube supports the query. Countries can't be combined with days, and average watch times only
 * with days.
 */
function isSupported(names: { metrics: string[]; dimensions: string[] }): boolean {
  const [first, second, ...more] = names.dimensions;
  if (names.metrics.length === 0 || !names.metrics.every((name) => Object.hasOwn(metrics, name)))
    return false;
  if (more.length > 0) return false;
  if (first === 'country')
    return second === undefined && names.metrics.every((name) => name === 'views' || name === 'engagedViews');
  if (first !== 'day') return false;
  if (second === undefined) return true;
  return (
    second !== 'country' &&
    Object.hasOwn(divisions, second) &&
    names.metrics.every((name) => name === 'views')
  );
}

interface Part {
  keys: string[];
  views: number;
  viewers: Viewers;
}

/** Returns one row for each combination with views. */
function partsOf(days: ReportedDay[], [first, second]: string[]): Part[] {
  if (first === 'country') return countriesOf(days);
  return days.flatMap(({ day, views, viewers }) => {
    if (second === undefined) return [{ keys: [day], views, viewers }];
    return Object.entries(divisions[second]!(viewers))
      .map(([kind, share]) => ({ keys: [day, kind], views: Math.round(views * share), viewers }))
      .filter((part) => part.views > 0);
  });
}

function countriesOf(days: ReportedDay[]): Part[] {
  const byCountry = new Map<string, number>();
  for (const { views, viewers } of days) {
    for (const [country, share] of Object.entries(viewers.countries)) {
      byCountry.set(country, (byCountry.get(country) ?? 0) + views * share);
    }
  }
  return [...byCountry]
    .map(([country, views]) => ({ keys: [country], views: Math.round(views), viewers: days[0]!.viewers }))
    .filter(({ views }) => views > 0);
}
