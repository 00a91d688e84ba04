import { randomBytes } from 'node:crypto';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { ConnectablePlatform, PostPlatform } from '#contract/platforms/platforms.ts';
import { after, MINUTE } from '#server/infra/clock.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { bookLookup } from './book-lookup.ts';
import type { ConnectDeps } from './deps.ts';
import { type Answer, type ConnectAdapter, problem, type TokenSet } from './platforms/adapter.ts';
import type { Adapters } from './platforms/adapters.ts';
import { hasConnection } from './queries.ts';
import { coversAnalytics, missingScopes } from './scopes.ts';
import { storeAnalyticsConsent } from './store-analytics-consent.ts';
import { type Granted, storeConnection } from './store-connection.ts';

/** A person must return from the platform's consent page within this time. */
const ATTEMPT_MS = 15 * MINUTE;

const redirectUri = (appUrl: string, platform: ConnectablePlatform): string =>
  `${appUrl}/api/connections/callback/${platform}`;
/** Returns the redirect address for analytics. TikTok requires a slash at the end for apps for Business. */
const analyticsRedirect = (appUrl: string, platform: ConnectablePlatform): string =>
  `${redirectUri(appUrl, platform)}/analytics/`;

/** Returns the separate consent that a platform needs for analytics; undefined if it has none. */
const analyticsConsentOf = (adapters: Adapters, platform: ConnectablePlatform) =>
  adapters.posts(platform as PostPlatform)?.analyticsConsent;

interface Start {
  accountId: AccountId;
  platform: ConnectablePlatform;
  returnTo: string;
  /** Id of the account whose analytics this consent releases. */
  releases?: string;
  now: Date;
}

/** Stores an attempt (state and PKCE verifier) and returns the address of the platform's consent page. */
export async function startConnection(
  { db, adapters, appUrl }: ConnectDeps,
  { accountId, platform, returnTo, releases, now }: Start,
): Promise<Outcome<{ authorizeUrl: string }, 'platform_not_set_up'>> {
  const adapter = adapters.connect(platform);
  if (!adapter) return refuse('platform_not_set_up');
  const state = randomBytes(24).toString('base64url');
  const codeVerifier = randomBytes(48).toString('base64url');
  await db
    .deleteFrom('connection_attempts')
    .where('user_id', '=', accountId)
    .where('expires_at', '<', now)
    .execute();
  await db
    .insertInto('connection_attempts')
    .values({
      state,
      user_id: accountId,
      platform,
      code_verifier: codeVerifier,
      return_to: returnTo,
      releases: releases ?? null,
      expires_at: after(now, ATTEMPT_MS),
    })
    .execute();
  const consent = releases === undefined ? undefined : analyticsConsentOf(adapters, platform);
  const way = consent ? analyticsRedirect : redirectUri;
  return {
    authorizeUrl: (consent ?? adapter).authorizeUrl({
      redirectUri: way(appUrl, platform),
      state,
      codeVerifier,
      withAnalytics: releases !== undefined,
    }),
  };
}

interface Callback {
  accountId: AccountId;
  userId: UserId;
  platform: ConnectablePlatform;
  state: string;
  code: string | null;
  now: Date;
}

type CallbackRefusal =
  | 'connection_state_invalid'
  | 'connection_denied'
  | 'connection_permission_missing'
  | 'connection_taken'
  | 'connection_other_account'
  | 'analytics_not_granted'
  | 'platform_lookups_used'
  | 'platform_not_set_up'
  | 'platform_unavailable';

/** The result of a callback: the page to show next and, if the account is not connected, why. */
export interface CallbackResult {
  returnTo: string;
  refusal: CallbackRefusal | null;
  /** The scopes that were not granted. */
  missing?: string[];
  /** Whether the consent was for the analytics of a connected account. */
  isRelease: boolean;
}

/**
 * Uses up an attempt, exchanges the code and stores the account. Only the user who started the attempt can
 * finish it.
 */
export async function finishConnection(deps: ConnectDeps, callback: Callback): Promise<CallbackResult> {
  const { db, adapters } = deps;
  const attempt = await db
    .deleteFrom('connection_attempts')
    .where('state', '=', callback.state)
    .where('user_id', '=', callback.accountId)
    .where('platform', '=', callback.platform)
    .returning(['code_verifier', 'return_to', 'releases', 'expires_at'])
    .executeTakeFirst();
  if (!attempt || attempt.expires_at < callback.now) {
    const returnTo = attempt?.return_to ?? '/dashboard';
    return { returnTo, isRelease: false, refusal: 'connection_state_invalid' };
  }
  const back = { returnTo: attempt.return_to, isRelease: attempt.releases !== null };
  const adapter = adapters.connect(callback.platform);
  if (!adapter) return { ...back, refusal: 'platform_not_set_up' };
  if (!callback.code)
    return { ...back, refusal: back.isRelease ? 'analytics_not_granted' : 'connection_denied' };
  if (await bookLookup(db, callback.accountId, callback.now))
    return { ...back, refusal: 'platform_lookups_used' };
  const consent = attempt.releases && analyticsConsentOf(adapters, callback.platform);
  if (attempt.releases && consent) {
    const redirectUri = analyticsRedirect(deps.appUrl, callback.platform);
    const grant = { code: callback.code, redirectUri, codeVerifier: attempt.code_verifier };
    return {
      ...back,
      ...(await storeAnalyticsConsent(deps, consent, attempt.releases, { ...callback, grant })),
    };
  }
  const granted = await identify(adapter, {
    code: callback.code,
    redirectUri: redirectUri(deps.appUrl, callback.platform),
    codeVerifier: attempt.code_verifier,
  });
  if (!granted.ok) {
    if (granted.missing) {
      await giveBack(deps, callback, granted.missing.tokens);
      return { ...back, refusal: 'connection_permission_missing', missing: granted.missing.scopes };
    }
    const isTheirs = granted.problem.kind === 'denied' || granted.problem.kind === 'token_dead';
    return { ...back, refusal: isTheirs ? 'connection_denied' : 'platform_unavailable' };
  }
  if (attempt.releases === null)
    return { ...back, refusal: await storeConnection(deps, callback, granted.value) };
  return { ...back, refusal: await widen(deps, callback, attempt.releases, granted.value) };
}

type Refused = Extract<Answer<Granted>, { ok: false }> & { missing?: { tokens: TokenSet; scopes: string[] } };

async function identify(
  adapter: ConnectAdapter,
  grant: { code: string; redirectUri: string; codeVerifier: string },
): Promise<{ ok: true; value: Granted } | Refused> {
  const tokens = await adapter.exchangeCode(grant);
  if (!tokens.ok) return tokens;
  const scopes = missingScopes(adapter.platform, tokens.value);
  if (scopes.length > 0) {
    return {
      ...problem('denied', `not granted: ${scopes.join(', ')}`),
      missing: { tokens: tokens.value, scopes },
    };
  }
  const account = await adapter.whoAmI(tokens.value.accessToken);
  if (!account.ok) return account;
  return { ok: true, value: { tokens: tokens.value, account: account.value } };
}

/**
 * Revokes a consent that lacks required scopes, unless that would also end the consent of a connected
 * account.
 */
async function giveBack(
  { db, adapters }: ConnectDeps,
  { accountId, platform }: Callback,
  tokens: TokenSet,
): Promise<void> {
  if (await hasConnection(db, accountId, [platform])) return;
  await adapters.connect(platform)?.revoke(tokens);
}

/**
 * Stores a consent that also covers analytics. A consent without them, or of another account, leaves the
 * connection unchanged.
 */
async function widen(
  deps: ConnectDeps,
  callback: Callback,
  connectionId: string,
  granted: Granted,
): Promise<CallbackRefusal | null> {
  if (!coversAnalytics(callback.platform, granted.tokens)) return 'analytics_not_granted';
  const asked = await deps.db
    .selectFrom('connections')
    .select('external_id')
    .where('id', '=', connectionId)
    .where('user_id', '=', callback.accountId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (asked?.external_id !== granted.account.externalId) return 'connection_other_account';
  return await storeConnection(deps, callback, granted, true);
}
