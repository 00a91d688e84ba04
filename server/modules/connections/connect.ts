import { randomBytes } from 'node:crypto';
import { analyticsScopes, askedScopes, hasAnalytics } from '#contract/platform-permissions.ts';
import type { ConnectablePlatform } from '#contract/platforms.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { after, MINUTE } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Sealer } from '#server/infra/seal.ts';
import { type Database, type Tx, transact, violates } from '#server/infra/transaction.ts';
import { bookLookup } from './book-lookup.ts';
import {
  type Answer,
  type ConnectAdapter,
  type PlatformAccount,
  problem,
  type TokenSet,
} from './platforms/adapter.ts';
import type { Adapters } from './platforms/adapters.ts';
import { hasConnection } from './queries.ts';

/** Reads platforms by the consents that people gave. */
export interface ConnectionReader {
  db: Database;
  adapters: Adapters;
  sealer: Sealer;
}

export interface ConnectDeps extends ConnectionReader {
  appUrl: string;
}

/** How long a person may stay on the platform's consent page. */
const ATTEMPT_MS = 15 * MINUTE;

const redirectUri = (appUrl: string, platform: ConnectablePlatform): string =>
  `${appUrl}/api/connections/callback/${platform}`;

interface Start {
  userId: string;
  platform: ConnectablePlatform;
  returnTo: string;
  /** The account whose analytics the person releases thereby. */
  releases?: string;
  now: Date;
}

/** Remembers an attempt (state and PKCE verifier) and gives the platform's consent page. */
export async function startConnection(
  { db, adapters, appUrl }: ConnectDeps,
  { userId, platform, returnTo, releases, now }: Start,
): Promise<Outcome<{ authorizeUrl: string }, 'platform_not_set_up'>> {
  const adapter = adapters.connect(platform);
  if (!adapter) return refuse('platform_not_set_up');
  const state = randomBytes(24).toString('base64url');
  const codeVerifier = randomBytes(48).toString('base64url');
  await db
    .deleteFrom('connection_attempts')
    .where('user_id', '=', userId)
    .where('expires_at', '<', now)
    .execute();
  await db
    .insertInto('connection_attempts')
    .values({
      state,
      user_id: userId,
      platform,
      code_verifier: codeVerifier,
      return_to: returnTo,
      releases: releases ?? null,
      expires_at: after(now, ATTEMPT_MS),
    })
    .execute();
  return {
    authorizeUrl: adapter.authorizeUrl({
      redirectUri: redirectUri(appUrl, platform),
      state,
      codeVerifier,
      withAnalytics: releases !== undefined,
    }),
  };
}

interface Callback {
  userId: string;
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

/** The way back: where to go, and why the account is not connected, if so. */
export interface CallbackResult {
  returnTo: string;
  refusal: CallbackRefusal | null;
  /** The scopes that were not granted. */
  missing?: string[];
  /** It was for the analytics of an account that is connected. */
  isRelease: boolean;
}

/** Uses an attempt once, exchanges the code and stores the account. The attempt belongs to the session that started it. */
export async function finishConnection(deps: ConnectDeps, callback: Callback): Promise<CallbackResult> {
  const { db, adapters } = deps;
  const attempt = await db
    .deleteFrom('connection_attempts')
    .where('state', '=', callback.state)
    .where('user_id', '=', callback.userId)
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
  if (await bookLookup(db, callback.userId, callback.now))
    return { ...back, refusal: 'platform_lookups_used' };
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
    const later = granted.problem.kind === 'transient' || granted.problem.kind === 'quota';
    return { ...back, refusal: later ? 'platform_unavailable' : 'connection_denied' };
  }
  if (attempt.releases === null) return { ...back, refusal: await store(deps, callback, granted.value) };
  return { ...back, refusal: await release(deps, callback, attempt.releases, granted.value) };
}

/** Stores a consent that also covers analytics; one that does not, or is another account's, leaves the connection as it is. */
async function release(
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
    .where('user_id', '=', callback.userId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (asked?.external_id !== granted.account.externalId) return 'connection_other_account';
  return await store(deps, callback, granted, true);
}

const coversAnalytics = (platform: ConnectablePlatform, { scopes }: TokenSet): boolean => {
  const granted = scopes?.split(' ') ?? [];
  return hasAnalytics(platform) && analyticsScopes(platform).every((scope) => granted.includes(scope));
};

interface Granted {
  tokens: TokenSet;
  account: PlatformAccount;
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

/** What was asked for and not granted. */
export function missingScopes(platform: ConnectablePlatform, { scopes }: TokenSet): string[] {
  if (scopes === null) return [];
  const granted = scopes.split(' ');
  return askedScopes(platform).filter((scope) => !granted.includes(scope));
}

/** Ends a consent that is too narrow to be used; not where that would end an account's that is connected. */
async function giveBack(
  { db, adapters }: ConnectDeps,
  { userId, platform }: Callback,
  tokens: TokenSet,
): Promise<void> {
  if (await hasConnection(db, userId, [platform])) return;
  await adapters.connect(platform)?.revoke(tokens);
}

async function store(
  { db, sealer }: ConnectDeps,
  { userId, platform, now }: Callback,
  { tokens, account }: Granted,
  isRelease = false,
): Promise<'connection_taken' | null> {
  const values = {
    app_scoped_id: account.appScopedId ?? null,
    handle: account.handle,
    display_name: account.displayName,
    followers: account.followers === null ? null : BigInt(account.followers),
    access_token_sealed: sealer.seal(tokens.accessToken),
    refresh_token_sealed: tokens.refreshToken === null ? null : sealer.seal(tokens.refreshToken),
    access_token_expires_at: tokens.accessTokenExpiresAt,
    scopes: tokens.scopes ?? askedScopes(platform).join(' '),
    refresh_leased_until: null,
    state: 'active' as const,
    connected_at: now,
    next_check_at: null,
    ended_at: null,
  };
  try {
    return await transact(db, async (tx) => {
      const released = isRelease ? { analytics_released_at: now } : {};
      const narrowed = coversAnalytics(platform, tokens) ? {} : { analytics_released_at: null };
      const known = await tx
        .updateTable('connections')
        .set({ ...values, ...narrowed, ...released })
        .where('platform', '=', platform)
        .where('external_id', '=', account.externalId)
        .where('user_id', '=', userId)
        .where('state', '<>', 'removed')
        .returning('id')
        .executeTakeFirst();
      const id = known?.id ?? newId();
      if (!known) {
        await tx
          .insertInto('connections')
          .values({ id, user_id: userId, platform, external_id: account.externalId, ...values, ...released })
          .execute();
      }
      await auditConnection(tx, {
        id,
        userId,
        action: isRelease ? 'connection.analytics_released' : 'connection.added',
        now,
        data: { platform, handle: account.handle },
      });
      return null;
    });
  } catch (error) {
    if (violates(error, 'connections_one_owner')) return 'connection_taken';
    throw error;
  }
}

export async function auditConnection(
  tx: Tx,
  entry: { id: string; userId: string; action: string; now: Date; data?: Record<string, unknown> },
): Promise<void> {
  const { role } = await tx
    .selectFrom('users')
    .select('role')
    .where('id', '=', entry.userId)
    .executeTakeFirstOrThrow();
  await writeAudit(
    tx,
    actBy(role, entry.userId, entry.now),
    entry.action,
    'connection',
    entry.id,
    entry.data ?? {},
  );
}
