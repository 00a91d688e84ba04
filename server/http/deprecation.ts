import type { Deprecation } from '#contract/wire/route.ts';
import { SECOND } from '#server/infra/clock.ts';

/**
 * Headers of a deprecated call: its deprecation date (RFC 9745), its last day (RFC 8594), and the
 * documentation.
 */
export const deprecationHeaders = ({ on, until }: Deprecation): Record<string, string> => ({
  deprecation: `@${Date.parse(on) / SECOND}`,
  sunset: new Date(`${until}T23:59:59Z`).toUTCString(),
  link: '</docs/api#versions>; rel="deprecation"; type="text/html"',
});
