import { createHash } from 'node:crypto';

/** Strong entity tag of a reply's content (RFC 9110, 8.8.3). */
export const entityTagOf = (content: string | Uint8Array): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

/**
 * Whether If-None-Match contains this tag, so that the caller has the content. A weak tag counts too (RFC
 * 9110, 13.1.2). The header is split at commas only: callers control it, and a pattern that also matched
 * spaces would take quadratic time.
 */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((known) => [tag, `W/${tag}`, '*'].includes(known.trim())) ?? false;
