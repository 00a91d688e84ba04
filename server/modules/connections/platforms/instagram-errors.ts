import type { ProblemKind } from './adapter.ts';

/** Pages that document the errors or, for undocumented ones, publicly report them. */
const sources = {
  handling: 'https://developers.facebook.com/docs/graph-api/guides/error-handling',
  instagram:
    'https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes',
  rates: 'https://developers.facebook.com/docs/graph-api/overview/rate-limiting',
  insights: 'https://developers.facebook.com/docs/instagram-platform/reference/instagram-media/insights',
  professional: 'https://github.com/airbytehq/airbyte/issues/1814',
  mediaType: 'https://github.com/exileum/meta-mcp/issues/120',
  personal: 'https://github.com/gitroomhq/postiz-app',
  blocked: 'https://github.com/msigley/WP-Instagram-API/pull/6',
  deleted: 'https://github.com/metacpan/metacpan-web/issues/2076',
  secret: 'https://github.com/facebookarchive/php-graph-sdk/issues/538',
  unpublished: 'https://github.com/diwenne/openreply/pull/17',
} as const;

/**
 * An error by code and subcode, or by code only. `words` matches the message of an error whose code has
 * several meanings.
 */
interface GraphError {
  code: number | readonly [from: number, to: number];
  subcode?: number;
  words?: RegExp;
  kind: ProblemKind;
  /** Whether the whole platform's or only the account's quota is used up. */
  quotaOf?: 'platform' | 'account';
  /** True if the error can only concern the account. When absent, our app may be at fault. */
  isCertain?: true;
  source: keyof typeof sources;
}

/**
 * Words in the message about a medium with too few viewers for insights. They distinguish it from a missing
 * permission, because both have code 10.
 */
export const tooFewViewers = /not enough viewers/i;

/**
 * Meanings of the Graph API's errors; the first matching row counts. If a code can mean the app or an
 * account, rows with words about the app are first. An error without a row is `rejected`.
 */
export const graphErrors: readonly GraphError[] = [
  // Our app was deleted, disabled or left idle, its id or secret is wrong, or it is not published for this
  // account.
  { code: 190, words: /validating application/i, kind: 'misconfigured', source: 'deleted' },
  { code: 101, kind: 'misconfigured', source: 'deleted' },
  { code: 200, words: /API access (?:blocked|deactivated)/i, kind: 'misconfigured', source: 'blocked' },
  { code: 1, words: /client secret/i, kind: 'misconfigured', source: 'secret' },
  { code: 100, words: /Unsupported request - method type/i, kind: 'misconfigured', source: 'unpublished' },
  { code: 3, kind: 'misconfigured', source: 'handling' },
  // The person's account is checkpointed or unconfirmed, or its password was changed.
  { code: 190, subcode: 459, kind: 'token_dead', isCertain: true, source: 'handling' },
  { code: 190, subcode: 460, kind: 'token_dead', isCertain: true, source: 'handling' },
  { code: 190, subcode: 464, kind: 'token_dead', isCertain: true, source: 'handling' },
  { code: 190, kind: 'token_dead', source: 'handling' },
  { code: 102, kind: 'token_dead', source: 'handling' },
  // Meta itself fails.
  { code: 1, kind: 'transient', source: 'handling' },
  { code: 2, kind: 'transient', source: 'handling' },
  { code: -1, kind: 'transient', source: 'instagram' },
  { code: 4, kind: 'quota', quotaOf: 'platform', source: 'handling' },
  { code: 341, kind: 'quota', quotaOf: 'platform', source: 'handling' },
  { code: 17, kind: 'quota', quotaOf: 'account', source: 'handling' },
  { code: 32, kind: 'quota', quotaOf: 'account', source: 'rates' },
  { code: 613, kind: 'quota', quotaOf: 'account', source: 'rates' },
  { code: 80002, kind: 'quota', quotaOf: 'account', source: 'rates' },
  // Meta blocks the account for a while because of a policy.
  { code: 368, kind: 'quota', quotaOf: 'account', source: 'handling' },
  { code: 10, kind: 'denied', source: 'handling' },
  { code: [200, 299], kind: 'denied', source: 'handling' },
  // The account is inactive, checkpointed or restricted.
  { code: 25, subcode: 2207050, kind: 'denied', isCertain: true, source: 'instagram' },
  { code: 100, words: /not an Instagram business/i, kind: 'denied', isCertain: true, source: 'personal' },
  { code: 100, subcode: 33, kind: 'gone', source: 'personal' },
  { code: 100, subcode: 2108006, kind: 'before_professional', source: 'professional' },
  { code: 100, words: /does not support the/i, kind: 'unsupported', source: 'insights' },
  { code: 100, words: /not supported for this media/i, kind: 'unsupported', source: 'mediaType' },
];
