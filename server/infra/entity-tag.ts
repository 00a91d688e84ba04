import { createHash } from 'node:crypto';

/** Strong entity tag of a reply's content (RFC 9110, 8.8.3). */
export const entityTagOf = (content: string | Uint8Array): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

/**
 * Whether If-None-Match says that the caller has the content of this tag. A weak tag is as good (RFC 9110, 13.1.2). The header is
 * split at commas alone: any caller writes it, and a pattern that also takes spaces reads a long row of them once for each.
 */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((known) => [tag, `W/${tag}`, '*'].includes(known.trim())) ?? false;
