import { type ErrorCode, errorCatalogue } from '#contract/errors.ts';
import type { RouteSpec } from '#contract/route.ts';

/** What may be answered before the handler is asked, and by the machine under it. */
const codesOfGuard = ({ access, params, query, body, idempotent }: RouteSpec): ErrorCode[] => [
  'credentials_mixed',
  'api_key_required',
  'api_key_invalid',
  'scope_missing',
  ...(access === 'host' || access === 'clipper' ? (['wrong_role'] as const) : []),
  ...(params || query || body || idempotent ? (['invalid_input'] as const) : []),
  ...(params ? (['not_found'] as const) : []),
  ...(body ? (['too_large'] as const) : []),
  ...(idempotent ? (['idempotency_key_reused'] as const) : []),
  'too_many_requests',
  'internal',
  'unavailable',
];

/** Every code with which a route may refuse, by status. */
export function refusalsOf(route: RouteSpec): Map<number, ErrorCode[]> {
  const codes = new Set([...codesOfGuard(route), ...(route.errors ?? [])]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([one], [other]) => one - other));
}

const typeOf = (code: ErrorCode): string => `/docs/errors#${code}`;

/** One response of the document: the codes that stand behind a status. */
export const refusalResponse = (status: number, codes: readonly ErrorCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].detail}`).join('\n\n'),
  ...(status === 401 && { headers: { 'WWW-Authenticate': { schema: { type: 'string', const: 'Bearer' } } } }),
  ...(status === 429 && { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } }),
  content: {
    'application/problem+json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          { type: 'object', properties: { code: { type: 'string', enum: codes } } },
        ],
      },
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
