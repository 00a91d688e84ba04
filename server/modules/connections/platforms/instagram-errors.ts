import type { ProblemKind } from './adapter.ts';

/** By code and subcode, else by code. `words` are in the message of an error whose code means several things. */
interface GraphError {
  code: number | readonly [from: number, to: number];
  subcode?: number;
  words?: RegExp;
  kind: ProblemKind;
  /** Whose calls are too many. */
  quotaOf?: 'platform' | 'account';
}

/** Words that distinguish a medium with too few viewers for insights from a missing permission: both are code 10. */
export const tooFewViewers = /not enough viewers/i;

/**
 * What the errors of the Graph API mean; the first row that fits counts. Codes and recovery: developers.facebook.com/docs/graph-api/guides/error-handling,
 * of a restricted account: /docs/instagram-platform/instagram-graph-api/reference/error-codes, of rates: /docs/graph-api/overview/rate-limiting.
 * 2108006 is in none of them: airbytehq/airbyte#1814, keboola/ex-facebook-graph-api#35; nor the words of unsupported
 * metrics: exileum/meta-mcp#120.
 */
export const graphErrors: readonly GraphError[] = [
  { code: 190, kind: 'token_dead' },
  { code: 102, kind: 'token_dead' },
  // Meta itself fails.
  { code: 1, kind: 'transient' },
  { code: 2, kind: 'transient' },
  { code: -1, kind: 'transient' },
  { code: 4, kind: 'quota', quotaOf: 'platform' },
  { code: 341, kind: 'quota', quotaOf: 'platform' },
  { code: 17, kind: 'quota', quotaOf: 'account' },
  { code: 32, kind: 'quota', quotaOf: 'account' },
  { code: 613, kind: 'quota', quotaOf: 'account' },
  { code: 80002, kind: 'quota', quotaOf: 'account' },
  // Blocked for a while, as a policy demands.
  { code: 368, kind: 'quota', quotaOf: 'account' },
  { code: 10, kind: 'denied' },
  { code: [200, 299], kind: 'denied' },
  // The account is inactive, checkpointed or restricted.
  { code: 25, subcode: 2207050, kind: 'denied' },
  { code: 100, words: /not an Instagram business/i, kind: 'denied' },
  { code: 100, subcode: 33, kind: 'gone' },
  { code: 803, kind: 'gone' },
  { code: 100, subcode: 2108006, kind: 'before_professional' },
  { code: 100, words: /does not support the|not supported for this media/i, kind: 'unsupported' },
  // The app lacks a capability, its secret is asked for, its id is unknown, its version has ended.
  { code: 3, kind: 'misconfigured' },
  { code: 101, kind: 'misconfigured' },
  { code: 104, kind: 'misconfigured' },
  { code: 2635, kind: 'misconfigured' },
];
