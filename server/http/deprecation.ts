import type { Deprecation } from '#contract/route.ts';
import { SECOND } from '#server/infra/clock.ts';

/** What tells a program that a call ends: since when (RFC 9745), until when (RFC 8594), and where to read about it. */
export const deprecationHeaders = ({ on, until }: Deprecation): Record<string, string> => ({
  deprecation: `@${Date.parse(on) / SECOND}`,
  sunset: new Date(`${until}T23:59:59Z`).toUTCString(),
  link: '</docs/api#versions>; rel="deprecation"; type="text/html"',
});
