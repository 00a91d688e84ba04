import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { settingsPath } from '#contract/accounts/settings-path.ts';
import { type ConnectablePlatform, type PostPlatform, platforms } from '#contract/platforms/platforms.ts';
import { bySystem, writeAudit } from '#server/infra/audit.ts';
import { after, SECOND } from '#server/infra/clock.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { type Notice, notify } from '#server/modules/notifications/notifications.ts';
import { noTokens, notifyDead } from './mark-dead.ts';

interface LostAccess {
  platform: ConnectablePlatform;
  /** The platform's id of the account, or the account's id for our app. */
  externalId: string;
  /** When the consent ended. A consent given since then is kept. */
  at: Date;
  /** A sentence that explains the cause. */
  because: string;
  now: Date;
}

/**
 * Records that a consent was revoked at the platform: deletes the tokens, which no longer work, and notifies
 * the person. The account's clips show the loss from their next count.
 */
export async function revokeAccess(
  tx: Tx,
  { platform, externalId, at, because, now }: LostAccess,
): Promise<void> {
  const lost = await tx
    .updateTable('connections')
    .set({ ...noTokens, state: 'dead' })
    .where('platform', '=', platform)
    .where((eb) => eb.or([eb('external_id', '=', externalId), eb('app_scoped_id', '=', externalId)]))
    .where('state', '<>', 'removed')
    .where('verified_by', '=', 'oauth')
    // The time of the message has whole seconds, so the comparison allows a second more.
    .where('connected_at', '<', after(at, SECOND))
    .returning(['id', 'user_id', 'handle'])
    .execute();
  for (const account of lost) {
    await notifyDead(tx, account, because, now);
    await auditPlatform(tx, 'connection.dead', account.id, { because }, now);
  }
}

export interface ForgottenAccount {
  connectionId: string;
  accountId: AccountId;
}

/**
 * Erases the stored tokens, ids and names of the account, because the person requested this at the platform.
 * Returns the matching accounts, which may be none.
 */
export async function forgetAccount(
  tx: Tx,
  { platform, externalId, at, now }: Omit<LostAccess, 'because' | 'platform'> & { platform: PostPlatform },
): Promise<ForgottenAccount[]> {
  const forgotten = await tx
    .updateTable('connections')
    .set((eb) => ({
      ...noTokens,
      state: 'removed',
      removed_at: eb.fn.coalesce('removed_at', eb.val(now)),
      external_id: sql<string>`'erased:' || id`,
      handle: 'erased',
      display_name: 'erased',
      app_scoped_id: null,
      followers: null,
      scopes: '',
      found_text: null,
    }))
    .where('platform', '=', platform)
    .where((eb) => eb.or([eb('external_id', '=', externalId), eb('app_scoped_id', '=', externalId)]))
    .where('connected_at', '<', after(at, SECOND))
    .returning(['id', 'user_id'])
    .execute();
  for (const { id, user_id } of forgotten) {
    const name = platforms[platform].name;
    const notice: Notice = {
      accountId: user_id,
      kind: 'connection.erased',
      title: `Your ${name} data was deleted`,
      body: `You asked ${name} to delete it. The account is disconnected and its views are no longer counted. An admin reviews its earnings before they are paid out.`,
      link: settingsPath('clipper', 'accounts'),
    };
    await notify(tx, notice, now);
    await auditPlatform(tx, 'connection.erased', id, {}, now);
  }
  return forgotten.map(({ id, user_id }) => ({ connectionId: id, accountId: user_id }));
}

export const auditPlatform = (tx: Tx, action: string, id: string, data: Record<string, unknown>, now: Date) =>
  writeAudit(tx, bySystem(now), action, 'connection', id, data);
