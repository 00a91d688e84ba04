import { type ErrorCode, errorCatalogue } from '#contract/errors.ts';
import type { RouteSpec } from '#contract/wire/route.ts';

/** Refusal codes that depend on the call's input or the server's state. */
const codesOfInput = ({ method, params, query, idempotent }: RouteSpec): ErrorCode[] => [
  // A body can be invalid even on a route without one, because the server reads the body before it knows the
  // route.
  ...(params || query || method !== 'GET' ? (['invalid_input'] as const) : []),
  // The router finds no route for a parameter that is too long or malformed.
  ...(params ? (['not_found'] as const) : []),
  ...(method === 'GET' ? [] : (['too_large'] as const)),
  ...(idempotent ? (['idempotency_key_reused'] as const) : []),
  'internal',
  'unavailable',
];

const codesOfRole = ({ access }: RouteSpec): ErrorCode[] =>
  access === 'host' || access === 'clipper' ? ['wrong_role'] : [];

function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const grouped = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const { status } = errorCatalogue[code];
    grouped.set(status, [...(grouped.get(status) ?? []), code]);
  }
  return new Map([...grouped].sort(([one], [other]) => one - other));
}

/** Every code with which a route may refuse a program, by status. */
export const refusalsOf = (route: RouteSpec): Map<number, ErrorCode[]> =>
  byStatus([
    ...(['credentials_mixed', 'api_key_required', 'api_key_invalid', 'scope_missing'] as const),
    ...codesOfRole(route),
    ...codesOfInput(route),
    'too_many_requests',
    ...(route.errors ?? []),
  ]);

/** Every code with which a route may refuse a call by the site's own pages, by status. */
export function pageRefusalsOf(route: RouteSpec): Map<number, ErrorCode[]> {
  const asksWho: ErrorCode[] =
    route.access === 'public'
      ? []
      : [
          'unauthenticated',
          'other_account',
          ...(route.withoutSecondFactor ? [] : (['second_factor_needed'] as const)),
          ...(route.access === 'admin' ? (['not_found'] as const) : []),
        ];
  return byStatus([
    'api_key_not_here',
    ...(route.method === 'GET' ? [] : (['cross_site'] as const)),
    ...asksWho,
    ...codesOfRole(route),
    ...(route.changesAccount ? (['demo_account_fixed'] as const) : []),
    ...(route.recentLogin ? (['confirm_identity'] as const) : []),
    ...codesOfInput(route),
    ...(route.method === 'GET' ? [] : (['busy'] as const)),
    ...(route.perMinute === undefined ? [] : (['too_many_requests'] as const)),
    ...(route.errors ?? []),
  ]);
}

const typeOf = (code: ErrorCode): string => `/docs/errors#${code}`;

const problemOf = (codes: readonly ErrorCode[]) => ({
  allOf: [
    { $ref: '#/components/schemas/Problem' },
    { type: 'object', properties: { code: { type: 'string', enum: codes } } },
  ],
});

/** One response of the pages' document: `/docs/errors` explains the codes. */
export const pageRefusalResponse = (codes: readonly ErrorCode[]) => ({
  description: codes.map((code) => `\`${code}\``).join(', '),
  content: { 'application/problem+json': { schema: problemOf(codes) } },
});

/** One response of the document, with the codes of a status. */
export const refusalResponse = (status: number, codes: readonly ErrorCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].detail}`).join('\n\n'),
  ...(status === 401 && { headers: { 'WWW-Authenticate': { schema: { type: 'string', const: 'Bearer' } } } }),
  ...(status === 429 && { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } }),
  content: {
    'application/problem+json': {
      schema: problemOf(codes),
      examples: Object.fromEntries(
        codes.map((code) => [
          code,
          {
            summary: errorCatalogue[code].title,
            value: { type: typeOf(code), code, ...errorCatalogue[code] },
          },
        ]),
      ),
    },
  },
});
