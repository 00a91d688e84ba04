import type { ApiScope } from '#contract/api-keys/api-scopes.ts';
import type { RouteSpec } from '#contract/wire/route.ts';
import type { Door } from './operation.ts';
import { ifNoneMatch, parametersOf } from './parameters.ts';
import { refusalResponse, refusalsOf } from './refusals.ts';

export const tags: Record<string, string> = {
  Listings: 'What hosts fund and clippers clip for.',
  Submissions: 'Clips, from the check of a post to its decision and its receipt.',
  Statistics: 'Overviews, and views and money by day.',
  Money: 'Statements, transactions, deposits, earnings and payouts. Nothing here moves money.',
};

const tagOf = (scope: ApiScope): string => {
  const [noun = ''] = scope.split(':');
  return noun[0]!.toUpperCase() + noun.slice(1);
};

const callers: Record<RouteSpec['access'], string> = {
  public: 'hosts and clippers',
  session: 'hosts and clippers',
  host: 'hosts',
  clipper: 'clippers',
  admin: 'nobody',
};

const descriptionOf = (route: RouteSpec & { scope: ApiScope }): string =>
  [
    `${route.summary}.`,
    `For keys of ${callers[route.access]} with the scope \`${route.scope}\`.`,
    route.idempotent ? 'Needs an `Idempotency-Key`.' : '',
    route.deprecated ? `It answers until ${route.deprecated.until}; see [Versions](/docs/api#versions).` : '',
    route.perMinute ? `At most ${route.perMinute} times a minute, all keys of an account together.` : '',
  ]
    .filter(Boolean)
    .join(' ');

const named = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const limits = named('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset');
const endings = named('Deprecation', 'Sunset');

/** The document's parts for programs, which call with a key under /api/v1. */
export const programDoor: Door<RouteSpec & { scope: ApiScope }> = {
  tagOf: ({ scope }) => tagOf(scope),
  descriptionOf,
  securityOf: ({ scope }) => [{ apiKey: [scope] }],
  parametersOf: (route) => [...parametersOf(route), ...(route.method === 'GET' ? [ifNoneMatch] : [])],
  headersOf: ({ deprecated }) => ({ ...limits, ...(deprecated && endings) }),
  refusalsOf: (route) =>
    [...refusalsOf(route)].map(([status, codes]) => [status, refusalResponse(status, codes)]),
  answersUnchanged: true,
  hasExamples: true,
};
