import type { UserId } from '#contract/accounts/ids.ts';
import { type PasskeyRow, passkeyTransports } from '#contract/accounts/passkeys.ts';
import { PASSKEYS_MAX } from '#contract/limits.ts';
import type { Actor } from '#server/http/actor.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import type { AccessKeeper, AccountsDeps } from './accounts-deps.ts';
import { mailAboutPasskey } from './passkey-mails.ts';

export const passkeyColumns = [
  'id',
  'name',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'is_synced as isSynced',
] as const;

export const listPasskeys = async (db: Database, userId: UserId): Promise<PasskeyRow[]> =>
  await db
    .selectFrom('passkeys')
    .select(passkeyColumns)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PASSKEYS_MAX)
    .execute();

/** Returns the person's passkeys as browsers name them in their options. */
export async function knownCredentials(db: Database, userId: UserId) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(PASSKEYS_MAX)
    .execute();
  return rows.map(({ id, transports }) => ({
    id,
    type: 'public-key' as const,
    transports: passkeyTransports.filter((transport) => transports.includes(transport)),
  }));
}

export async function renamePasskey(
  { db }: AccountsDeps,
  { userId }: Actor,
  { id, name }: { id: string; name: string },
): Promise<Outcome<null, 'not_found'>> {
  const renamed = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return renamed ? null : refuse('not_found');
}

/** Removes a passkey, and mails the person. Sessions that it began continue. */
export async function removePasskey(
  { db, appUrl }: AccountsDeps,
  actor: Actor,
  id: string,
  now: Date,
): Promise<Outcome<null, 'not_found' | 'passkey_last'>> {
  return await transact(db, async (tx) => {
    // Two passkeys that are removed at once must not both be the one that is not the last.
    await tx.selectFrom('users').select('id').where('id', '=', actor.userId).forNoKeyUpdate().execute();
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', actor.userId)
      .returning('name')
      .executeTakeFirst();
    if (!removed) return refuse('not_found');
    if (!(await hasWayIn(tx, actor.userId))) return refuse('passkey_last');
    await recordPasskey(tx, actor, { action: 'account.passkey_removed', id }, now);
    await mailAboutPasskey(tx, actor, { appUrl, what: 'removed', name: removed.name }, now);
    return null;
  });
}

export async function countPasskeys(db: Database | Tx, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select((is) => is.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds passkeys to the access without a password that a new password ends. */
export const withPasskeys = (others: AccessKeeper): AccessKeeper => ({
  find: async (db, userId) => ({
    ...(await others.find(db, userId)),
    passkeys: await countPasskeys(db, userId),
  }),
  revoke: async (tx, whose, now) => ({
    ...(await others.revoke(tx, whose, now)),
    passkeys: await removePasskeysOf(tx, whose.userId),
  }),
});

/** Removes all passkeys of a person and returns their number. */
export async function removePasskeysOf(tx: Tx, userId: UserId): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Whether the person can sign in by a password, Google or a passkey. */
async function hasWayIn(tx: Tx, userId: UserId): Promise<boolean> {
  const credential = tx.selectFrom('credentials').select('id').where('user_id', '=', userId);
  return (await countPasskeys(tx, userId)) > 0 || (await credential.executeTakeFirst()) !== undefined;
}

/** Writes into the audit log that a person added or removed a passkey. */
export async function recordPasskey(
  tx: Tx,
  { userId, role }: Actor,
  { action, id }: { action: string; id: string },
  at: Date,
): Promise<void> {
  await writeAudit(tx, actBy(role, userId, at), action, 'user', userId, { passkeyId: id });
}
