import type { ReleasedFigures } from '#contract/clips/clip-analytics.ts';
import type { ConnectablePlatform, PostPlatform } from '#contract/platforms/platforms.ts';

/**
 * Reasons why an existing post is not counted: few people can see it, it is no video of a known length, or
 * the platform gives no app the views of this kind of post, or of posts before the account became
 * professional.
 */
export const uncountable = [
  'not_public',
  'not_video',
  'length_unknown',
  'before_professional',
  'unsupported',
] as const;
export type Uncountable = (typeof uncountable)[number];

/**
 * Why a platform did not return the requested data.
 * About the post: gone (no such post), the kinds in `uncountable`, not_owner (another account's).
 * About the account: token_dead (connect again), denied (a permission or a suitable account is missing).
 * About the platform: quota (retry later, see quotaOf and retryAfterSeconds), transient (retry with backoff).
 * About us: misconfigured (our keys or our app are refused), unasked (there are no keys, or a code proved the
 * account).
 * rejected: any other error; it is temporary, and in a call about several posts it may concern one of them.
 */
export type ProblemKind =
  | Uncountable
  | 'gone'
  | 'not_owner'
  | 'token_dead'
  | 'denied'
  | 'quota'
  | 'transient'
  | 'misconfigured'
  | 'unasked'
  | 'rejected';

/** Whether a problem is known to concern only the post that was asked for. */
export const isOfPost = (kind: ProblemKind): kind is OfPost =>
  kind === 'gone' || kind === 'not_owner' || (uncountable as readonly string[]).includes(kind);
type OfPost = Uncountable | 'gone' | 'not_owner';

/** Whether a problem can disappear, so that a retry can succeed. */
export const canPass = (kind: ProblemKind): boolean =>
  kind === 'transient' || kind === 'quota' || kind === 'rejected';

export interface Problem {
  kind: ProblemKind;
  /** A text for logs and operators; it never contains a token or an address with one. */
  detail: string;
  /** Seconds to wait, as reported by the platform; null if it reports none. */
  retryAfterSeconds: number | null;
  /** The owner of the used-up quota: `own` if our own allowance blocked the call. Null for other problems. */
  quotaOf: QuotaOf | null;
  /** The platform's error code; null without one. */
  code: string | null;
  /** True if the error can only concern the person's own account. When absent, our app may be at fault. */
  isCertain?: true;
}

export type QuotaOf = 'platform' | 'account' | 'own';

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export interface TokenSet {
  accessToken: string;
  /** Null if the platform has none (Instagram renews the access token itself) or keeps the current one. */
  refreshToken: string | null;
  accessTokenExpiresAt: Date;
  /** The granted scopes, separated by spaces; null if the platform reports none (RFC 6749: as requested). */
  scopes: string | null;
  /** The account's id for that app, if only the token endpoint returns it (TikTok for Business). */
  accountId?: string;
}

export interface PlatformAccount {
  /** The platform's stable id; the handle may change. */
  externalId: string;
  /** The id in the platform's messages about the consent, if it is not `externalId` (Instagram). */
  appScopedId?: string;
  /** The name without @, in the case in which the platform writes it. */
  handle: string;
  displayName: string;
  /** Null if the platform does not report it. */
  followers: number | null;
}

/** One connected account and its access token. */
export interface Access {
  accessToken: string;
  externalId: string;
  handle: string;
}

/**
 * Counts of one post at one time. Null means that the platform does not report the figure, which is never the
 * same as 0.
 */
export interface Reading {
  views: number;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  /** The API call that returned the counts. */
  source: string;
  /**
   * A name for the platform's definition of a view at that time. If the platform changes its rules, the name
   * changes.
   */
  countingRule: string;
}

/** A post by its public id (video id or shortcode), with the API's own id if that differs and is known. */
export interface PostRef {
  postId: string;
  apiId?: string | null;
}

export interface FoundPost extends PostCaption {
  postId: string;
  apiId: string;
  postedAt: Date;
  durationSeconds: number | null;
  /** Address of the poster, valid for some hours at least; null if the platform names none. */
  posterUrl: string | null;
  /** Null if the post exists but its counts have not arrived. */
  reading: Reading | null;
}

/** The post's own text and labels. */
export interface PostCaption {
  caption: string;
  /** The platform's label for paid promotion; null if its API has none. */
  paidPromotion: boolean | null;
}

/**
 * gone: not public, or missing from lists and searches. before_professional, unsupported: the platform gives
 * no app the views. no_data: no counts yet. impossible: no post can have such counts. unanswered, rejected:
 * this post failed while others were read. later: not requested; retry.
 */
export type Unread =
  | 'gone'
  | 'before_professional'
  | 'unsupported'
  | 'no_data'
  | 'impossible'
  | 'unanswered'
  | 'rejected'
  | 'later';

/** Every requested post is in either `read` or `unread`. */
export interface Readings {
  read: Map<string, Reading>;
  unread: Map<string, Unread>;
  /** The platform's answer about rejected or unanswered posts, for operators. */
  details?: Map<string, string>;
  /** Why some posts were not requested; absent if all were. */
  cut?: Problem;
}

/** Figures that a post's owner released about its views between two moments. */
export interface ReleasedStretch extends ReleasedFigures {
  fromAt: Date;
  toAt: Date;
  /**
   * The platform's own whole numbers by country, if they were requested (`wholeDaysFrom`). A country with too
   * few viewers is missing.
   */
  countryViews?: CountryViews[];
}

export interface CountryViews {
  /** ISO 3166, two letters. */
  country: string;
  views: number;
  /** Null unless requested (`engagedByCountry`). */
  engagedViews: number | null;
}

export interface ConsentAsk {
  redirectUri: string;
  state: string;
  codeVerifier: string;
  loginHint?: string;
  /** Also asks for permission to read the account's analytics. */
  withAnalytics?: boolean;
}

/**
 * A post whose owner releases its analytics. `since` is the end of the stored readings, and `known` all of
 * them merged.
 */
export interface ReleasedPost extends PostRef {
  postedAt: Date;
  since: Date | null;
  known: ReleasedFigures | null;
  /**
   * From this moment on each stretch is one day with whole numbers by country, because they decide money.
   * Absent if no money depends on them.
   */
  wholeDaysFrom?: Date | null;
  /** Whether money is also computed from engaged views by country. */
  engagedByCountry?: boolean;
}

/** OAuth consents to one app at a platform. */
export interface ConsentAdapter {
  /** The access token is refreshed when less than this time is left. */
  refreshBeforeSeconds: number;
  /** Returns the address of the consent page. With PKCE, exchangeCode must get the same `codeVerifier`. */
  authorizeUrl(ask: ConsentAsk): string;
  exchangeCode(grant: { code: string; redirectUri: string; codeVerifier: string }): Promise<Answer<TokenSet>>;
  /** Returns new tokens. Needs the lease, and the caller must store them: TikTok's old refresh token ends. */
  refresh(tokens: { accessToken: string; refreshToken: string | null }): Promise<Answer<TokenSet>>;
  /** Revokes the consent at the platform. A token that the platform no longer knows counts as revoked. */
  revoke(tokens: { accessToken: string; refreshToken: string | null }): Promise<Answer<null>>;
}

/** A separate consent with its own tokens, if another app reads the analytics than the one that counts. */
export interface AnalyticsConsent extends ConsentAdapter {
  /** Returns the account that consented: its id for that app, and its name, to compare with our account. */
  whoAmI(tokens: TokenSet): Promise<Answer<{ externalId: string; handle: string }>>;
}

/** Connects accounts of a platform. */
export interface ConnectAdapter extends ConsentAdapter {
  platform: ConnectablePlatform;
  whoAmI(accessToken: string): Promise<Answer<PlatformAccount>>;
  /** Checks whether a token is still valid, if the platform requires that regularly. */
  validate?(accessToken: string): Promise<Answer<null>>;
}

/** Reads posts of a connected account. */
export interface PostAdapter extends ConnectAdapter {
  platform: PostPlatform;
  /** The most posts that one call of readMetrics may request. */
  postsPerRead: number;
  /**
   * Finds a post and proves its owner: not_owner if it is another account's post, gone if there is no such
   * post. If the platform shows only an account's own posts, the handle in the link decides between the two.
   */
  findPost(access: Access, post: PostRef & { handleInLink?: string }): Promise<Answer<FoundPost>>;
  /** Reads counts of the connected account's posts. Returns a problem if no post was read. */
  readMetrics(access: Access, posts: readonly PostRef[]): Promise<Answer<Readings>>;
  /**
   * Reads the current captions of the connected account's posts, by post. Posts that are not shown are left
   * out.
   */
  readCaptions(access: Access, posts: readonly PostRef[]): Promise<Answer<Map<string, PostCaption>>>;
  /**
   * Reads the figures that the owner released about a post's views, in stretches from `since` (null: from its
   * beginning) to the end of the platform's data. Returns an empty list if nothing is new, denied if the
   * release ended. Absent if this platform has no figures. With `analyticsConsent`, `access` is of that
   * consent.
   */
  readAnalytics?(access: Access, post: ReleasedPost): Promise<Answer<ReleasedStretch[]>>;
  /** Absent if the connection's own consent covers analytics or can be widened to cover them. */
  analyticsConsent?: AnalyticsConsent;
}

export const answer = <T>(value: T): Answer<T> => ({ ok: true, value });

export const problem = (
  kind: ProblemKind,
  detail: string,
  retryAfterSeconds: number | null = null,
  quotaOf: QuotaOf | null = kind === 'quota' ? 'platform' : null,
): { ok: false; problem: Problem } => ({
  ok: false,
  problem: { kind, detail, retryAfterSeconds, quotaOf, code: null },
});

/** Adds the platform's error code to a problem. */
export const named = (
  code: string,
  { problem: found }: ReturnType<typeof problem>,
): ReturnType<typeof problem> => ({ ok: false, problem: { ...found, code } });

/** Marks a problem as one that only the person's own account can have. */
export const certain = ({ problem: found }: ReturnType<typeof problem>): ReturnType<typeof problem> => ({
  ok: false,
  problem: { ...found, isCertain: true },
});

/** Returns the problem if a platform shows no such post among the account's own. */
export function missingFromOwn(access: Access, handleInLink: string | undefined): ProblemKind {
  return handleInLink?.toLowerCase() === access.handle.toLowerCase() ? 'gone' : 'not_owner';
}
