import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { askedScopes } from '#contract/platforms/platform-permissions.ts';
import type { ConnectablePlatform, PostPlatform } from '#contract/platforms/platforms.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { type Tx, transact, violates } from '#server/infra/transaction.ts';
import type { ConnectDeps } from './deps.ts';
import type { PlatformAccount, TokenSet } from './platforms/adapter.ts';
import type { Adapters } from './platforms/adapters.ts';
import { coversAnalytics } from './scopes.ts';

export interface Granted {
  tokens: TokenSet;
  account: PlatformAccount;
}

interface Ask {
  accountId: AccountId;
  userId: UserId;
  platform: ConnectablePlatform;
  now: Date;
}

/** Stores a new or known account with its tokens. The consent may also release the account's analytics. */
export async function storeConnection(
  { db, sealer, adapters }: ConnectDeps,
  { accountId, userId, platform, now }: Ask,
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
      const isWide = keepsRelease(adapters, platform) || coversAnalytics(platform, tokens);
      const narrowed = isWide ? {} : { analytics_released_at: null };
      const known = await tx
        .updateTable('connections')
        .set({ ...values, ...narrowed, ...released })
        .where('platform', '=', platform)
        .where('external_id', '=', account.externalId)
        .where('user_id', '=', accountId)
        .where('state', '<>', 'removed')
        .returning('id')
        .executeTakeFirst();
      const id = known?.id ?? newId();
      if (known) await tx.deleteFrom('account_refusals').where('connection_id', '=', id).execute();
      if (!known) {
        await tx
          .insertInto('connections')
          .values({
            id,
            user_id: accountId,
            platform,
            external_id: account.externalId,
            ...values,
            ...released,
          })
          .execute();
      }
      await auditConnection(tx, {
        id,
        by: userId,
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

/** Whether analytics have a separate consent, so that connecting the account again keeps the release. */
const keepsRelease = (adapters: Adapters, platform: ConnectablePlatform): boolean =>
  adapters.posts(platform as PostPlatform)?.analyticsConsent !== undefined;

export async function auditConnection(
  tx: Tx,
  entry: { id: string; by: UserId; action: string; now: Date; data?: Record<string, unknown> },
): Promise<void> {
  const { role } = await tx
    .selectFrom('users')
    .select('role')
    .where('id', '=', entry.by)
    .executeTakeFirstOrThrow();
  await writeAudit(
    tx,
    actBy(role, entry.by, entry.now),
    entry.action,
    'connection',
    entry.id,
    entry.data ?? {},
  );
}
