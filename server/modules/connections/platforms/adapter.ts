import type { ReleasedFigures } from '#contract/clip-analytics.ts';
import type { ConnectablePlatform, PostPlatform } from '#contract/platforms.ts';

/**
 * Posts that exist and are not counted: few people can see them, they are no video of a known length, or the platform gives no
 * app their views, because of their kind or because they are older than the account's last switch to a professional one.
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
 * Why a platform did not give what was asked.
 * Of the post: gone (no such post), what `uncountable` names, not_owner (it is another account's).
 * Of the account: token_dead (connect again), denied (a permission or a suitable account is missing).
 * Of the platform: quota (later, see quotaOf and retryAfterSeconds), transient (later, with back-off).
 * Ours: misconfigured (it refuses our keys or our app), unasked (there are no keys, or a code proved the account).
 * rejected: an error that says none of these. It is temporary, and in a call about several posts it may be of one.
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

/** Whether a problem can pass by itself, so that asking again later can succeed. */
export const canPass = (kind: ProblemKind): boolean =>
  kind === 'transient' || kind === 'quota' || kind === 'rejected';

export interface Problem {
  kind: ProblemKind;
  /** For logs and operators; never holds a token or an address with one. */
  detail: string;
  /** Seconds the platform asks to wait; null when it does not say. */
  retryAfterSeconds: number | null;
  /** Of a quota: the whole platform's, this account's, or our own, which did not let the call out. Else null. */
  quotaOf: QuotaOf | null;
  /** The error as the platform names it; null: it gave none. */
  code: string | null;
  /** The platform says of the person's own account what is wrong, so that nothing else can be. Absent: it may be of our app. */
  isCertain?: true;
}

export type QuotaOf = 'platform' | 'account' | 'own';

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export interface TokenSet {
  accessToken: string;
  /** null: the platform has none (Instagram refreshes the access token itself) or kept the one we have. */
  refreshToken: string | null;
  accessTokenExpiresAt: Date;
  /** Granted scopes, separated by blanks; null where the platform does not say, which means those that were asked for. */
  scopes: string | null;
  /** By which id that app is to name the account, where only the token endpoint says it (TikTok for Business). */
  accountId?: string;
}

export interface PlatformAccount {
  /** The platform's stable id; the handle may change. */
  externalId: string;
  /** The id by which its messages about the consent name the account, where that is another one (Instagram). */
  appScopedId?: string;
  /** Without the @, as the platform writes it. */
  handle: string;
  displayName: string;
  /** null: the platform does not report it. */
  followers: number | null;
}

/** One connected account and its access token. */
export interface Access {
  accessToken: string;
  externalId: string;
  handle: string;
}

/** Counts of one post at one time. null: the platform does not report it, which is never the same as 0. */
export interface Reading {
  views: number;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  /** The call they came from. */
  source: string;
  /** What the platform called a view at that time; a later change of its rules gets another name. */
  countingRule: string;
}

/** A post by its public id (video id or shortcode), with the API's own id where that is another one and known. */
export interface PostRef {
  postId: string;
  apiId?: string | null;
}

export interface FoundPost extends PostCaption {
  postId: string;
  apiId: string;
  postedAt: Date;
  durationSeconds: number | null;
  /** Where the platform shows its poster, for some hours at least; null when it does not say. */
  posterUrl: string | null;
  /** null: the post exists, its counts have not arrived. */
  reading: Reading | null;
}

/** What a post says of itself. */
export interface PostCaption {
  caption: string;
  /** The platform's own label for paid promotion; null where it has none in the API. */
  paidPromotion: boolean | null;
}

/**
 * gone: not shown to the public, or not in lists and searches; before_professional, unsupported: its platform gives no app its
 * views; no_data: exists, but no counts yet; impossible: no post can have such counts; unanswered, rejected: asked for, with
 * others that were read; later: not asked, try again.
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

/** Every post asked for is in exactly one of the two. */
export interface Readings {
  read: Map<string, Reading>;
  unread: Map<string, Unread>;
  /** What the platform said of a post that is rejected or unanswered, for operators. */
  details?: Map<string, string>;
  /** Why some were not asked; absent: all were. */
  cut?: Problem;
}

/** What the owner of a post released about its views between two moments. */
export interface ReleasedStretch extends ReleasedFigures {
  fromAt: Date;
  toAt: Date;
  /** The platform's own whole numbers by country, where they were asked for (`wholeDaysFrom`); a country that too few watched from is not there. */
  countryViews?: CountryViews[];
}

export interface CountryViews {
  /** ISO 3166, two letters. */
  country: string;
  views: number;
  /** Null unless they were asked for (`engagedByCountry`). */
  engagedViews: number | null;
}

export interface ConsentAsk {
  redirectUri: string;
  state: string;
  codeVerifier: string;
  loginHint?: string;
  /** Asks for the analytics of the account too. */
  withAnalytics?: boolean;
}

/** A post whose owner releases its analytics, with what was read of them: up to when, and all of it as one. */
export interface ReleasedPost extends PostRef {
  postedAt: Date;
  since: Date | null;
  known: ReleasedFigures | null;
  /** From this moment on each stretch is one day, with whole numbers by country: money is computed from them. Absent: none is. */
  wholeDaysFrom?: Date | null;
  /** Whether money is computed from engaged views by country too. */
  engagedByCountry?: boolean;
}

/** The consents that people give to one app at a platform, by OAuth. */
export interface ConsentAdapter {
  /** Refresh when the access token has less than this left. */
  refreshBeforeSeconds: number;
  /** Address of the platform's consent page; `codeVerifier` is what exchangeCode is given, for platforms with PKCE. */
  authorizeUrl(ask: ConsentAsk): string;
  exchangeCode(grant: { code: string; redirectUri: string; codeVerifier: string }): Promise<Answer<TokenSet>>;
  /** New tokens for old. TikTok's old refresh token dies with the answer: hold the lease and store what comes back. */
  refresh(tokens: { accessToken: string; refreshToken: string | null }): Promise<Answer<TokenSet>>;
  /** Ends the consent at the platform; a token it no longer knows counts as ended. */
  revoke(tokens: { accessToken: string; refreshToken: string | null }): Promise<Answer<null>>;
}

/**
 * Where analytics are released to another app than the one that counts: a consent and tokens of their own beside the
 * connection's.
 */
export interface AnalyticsConsent extends ConsentAdapter {
  /** Which account the consent is of: its id towards that app, and its name, by which it is compared with the connected one. */
  whoAmI(tokens: TokenSet): Promise<Answer<{ externalId: string; handle: string }>>;
}

/** Connecting an account of a platform. */
export interface ConnectAdapter extends ConsentAdapter {
  platform: ConnectablePlatform;
  whoAmI(accessToken: string): Promise<Answer<PlatformAccount>>;
  /** Asks whether a token still stands, where the platform demands that regularly. */
  validate?(accessToken: string): Promise<Answer<null>>;
}

/** Reading posts of a connected account. */
export interface PostAdapter extends ConnectAdapter {
  platform: PostPlatform;
  /** Most posts in one call of readMetrics. */
  postsPerRead: number;
  /**
   * Finds a post and proves whose it is: not_owner when it is another account's, gone when there is none.
   * Where the platform shows own posts only, the handle in the link decides which of the two is said.
   */
  findPost(access: Access, post: PostRef & { handleInLink?: string }): Promise<Answer<FoundPost>>;
  /** Counts of posts of that account. A problem means that none was read. */
  readMetrics(access: Access, posts: readonly PostRef[]): Promise<Answer<Readings>>;
  /** What posts of that account say today, by post; those that are not shown are left out. */
  readCaptions(access: Access, posts: readonly PostRef[]): Promise<Answer<Map<string, PostCaption>>>;
  /**
   * What its owner released about the views of a post, in stretches from `since` (null: from its beginning) up to the moment
   * until which the platform knows. Empty: nothing new yet; denied: it is not released any more. Absent: no such
   * figures are read of this platform. With `analyticsConsent`, `access` is that consent's.
   */
  readAnalytics?(access: Access, post: ReleasedPost): Promise<Answer<ReleasedStretch[]>>;
  /** Absent: the connection's own consent covers analytics, or can be widened to. */
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

/** The same with the error as the platform names it. */
export const named = (
  code: string,
  { problem: found }: ReturnType<typeof problem>,
): ReturnType<typeof problem> => ({ ok: false, problem: { ...found, code } });

/** The same of a problem that nothing but the person's own account can have. */
export const certain = ({ problem: found }: ReturnType<typeof problem>): ReturnType<typeof problem> => ({
  ok: false,
  problem: { ...found, isCertain: true },
});

/** What it means that a platform shows no such post among an account's own. */
export function missingFromOwn(access: Access, handleInLink: string | undefined): ProblemKind {
  return handleInLink?.toLowerCase() === access.handle.toLowerCase() ? 'gone' : 'not_owner';
}
