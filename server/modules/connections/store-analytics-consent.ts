import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import { transact } from '#server/infra/transaction.ts';
import { openConnection } from './access.ts';
import { attributeAnswer } from './attribute-refusal.ts';
import type { ConnectDeps } from './deps.ts';
import {
  type AnalyticsConsent,
  type Answer,
  canPass,
  type Problem,
  type TokenSet,
} from './platforms/adapter.ts';
import { missingForAnalytics } from './scopes.ts';
import { auditConnection } from './store-connection.ts';

interface Release {
  accountId: AccountId;
  userId: UserId;
  platform: ConnectablePlatform;
  grant: { code: string; redirectUri: string; codeVerifier: string };
  now: Date;
}

type Refusal =
  | 'analytics_not_granted'
  | 'connection_denied'
  | 'connection_other_account'
  | 'platform_unavailable';

/**
 * Stores a separate consent, which releases an account's analytics to another app than the one that counts.
 * Each app has its own ids, so the account is identified by its name. Both apps are called for the current
 * name, because the stored name may belong to somebody else today. A consent that lacks scopes, or is of
 * another account, is revoked.
 */
export async function storeAnalyticsConsent(
  deps: ConnectDeps,
  consent: AnalyticsConsent,
  connectionId: string,
  { grant, accountId, userId, platform, now }: Release,
): Promise<{ refusal: Refusal | null; missing?: string[] }> {
  const tokens = await consent.exchangeCode(grant);
  if (!tokens.ok) return { refusal: refusalOf(tokens.problem, 'analytics_not_granted') };
  const refuse = async (refusal: Refusal, missing?: string[]) => {
    await giveBack(deps, consent, tokens.value);
    return { refusal, ...(missing && { missing }) };
  };
  const missing = missingForAnalytics(platform, tokens.value);
  if (missing.length > 0) return await refuse('analytics_not_granted', missing);
  const account = await consent.whoAmI(tokens.value);
  if (!account.ok) return await refuse(refusalOf(account.problem, 'analytics_not_granted'));
  const connected = await readName(deps, { connectionId, accountId, now });
  if (!connected.ok) return await refuse(refusalOf(connected.problem, 'connection_denied'));
  const isSame = connected.value?.toLowerCase() === account.value.handle.toLowerCase();
  if (!isSame) return await refuse('connection_other_account');
  const stored = await store(
    deps,
    { connectionId, accountId, userId, now },
    account.value.externalId,
    tokens.value,
  );
  return stored ? { refusal: null } : await refuse('connection_other_account');
}

function refusalOf({ kind }: Problem, otherwise: Refusal): Refusal {
  if (canPass(kind)) return 'platform_unavailable';
  // The fault is in our keys, so the refusal must not blame the person.
  return kind === 'misconfigured' ? 'connection_denied' : otherwise;
}

interface Account {
  connectionId: string;
  accountId: AccountId;
  now: Date;
}

/**
 * Returns the platform's current name of the connected account; null if the account is another person's or
 * not connected.
 */
async function readName(
  deps: ConnectDeps,
  { connectionId, accountId, now }: Account,
): Promise<Answer<string | null>> {
  const own = await deps.db
    .selectFrom('connections')
    .select('external_id')
    .where('id', '=', connectionId)
    .where('user_id', '=', accountId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (!own) return { ok: true, value: null };
  const opened = await openConnection(deps, connectionId, now);
  if (!opened.ok) return opened;
  const named = await opened.value.adapter.whoAmI(opened.value.access.accessToken);
  const account = await attributeAnswer(deps.db, { connectionId, api: 'tokens', now }, named);
  if (!account.ok) return account;
  const isOwn = account.value.externalId === own.external_id;
  return { ok: true, value: isOwn ? account.value.handle : null };
}

/** Stores the consent. Returns false if the account was disconnected meanwhile. */
async function store(
  { db, sealer }: ConnectDeps,
  { connectionId, accountId, userId, now }: Account & { userId: UserId },
  externalId: string,
  tokens: TokenSet,
): Promise<boolean> {
  const values = {
    external_id: externalId,
    access_token_sealed: sealer.seal(tokens.accessToken),
    refresh_token_sealed: tokens.refreshToken === null ? null : sealer.seal(tokens.refreshToken),
    access_token_expires_at: tokens.accessTokenExpiresAt,
    refresh_leased_until: null,
  };
  return await transact(db, async (tx) => {
    const released = await tx
      .updateTable('connections')
      .set({ analytics_released_at: now })
      .where('id', '=', connectionId)
      .where('user_id', '=', accountId)
      .where('state', '=', 'active')
      .returning('id')
      .executeTakeFirst();
    if (!released) return false;
    await tx
      .insertInto('analytics_consents')
      .values({ connection_id: connectionId, ...values })
      .onConflict((conflict) => conflict.column('connection_id').doUpdateSet(values))
      .execute();
    await tx
      .deleteFrom('account_refusals')
      .where('connection_id', '=', connectionId)
      .where('api', '=', 'analytics')
      .execute();
    await auditConnection(tx, { id: connectionId, by: userId, action: 'connection.analytics_released', now });
    return true;
  });
}

/**
 * Revokes a consent that is not used. Does nothing if a release uses another consent to the same account,
 * because that consent would end too.
 */
async function giveBack({ db }: ConnectDeps, consent: AnalyticsConsent, tokens: TokenSet): Promise<void> {
  const inUse = await db
    .selectFrom('analytics_consents')
    .select('connection_id')
    .where('external_id', '=', tokens.accountId ?? '')
    .executeTakeFirst();
  if (!inUse) await consent.revoke(tokens);
}
