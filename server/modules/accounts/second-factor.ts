import { Secret, TOTP } from 'otpauth';
import type { Actor } from '#server/http/actor.ts';
import { actBy, bySystem, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';

const PERIOD_SECONDS = 30;

/** Uses SHA-1, six digits and 30 seconds: the parameters that every authenticator app supports. */
const totp = (secret: Secret, label = ''): TOTP =>
  new TOTP({ issuer: 'Permille', label, secret, digits: 6, period: PERIOD_SECONDS });

/**
 * Finds the 30-second step of a code, allowing a drift of one step either way; null when the code is wrong.
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const delta = totp(Secret.fromBase32(secret)).validate({
    token: code.replace(/\s/g, ''),
    timestamp: now.getTime(),
    window: 1,
  });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

export async function hasSecondFactor({ db }: AccountsDeps, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a new sealed secret. It replaces a secret that was never confirmed. */
export async function startSecondFactor(
  { db, sealer }: AccountsDeps,
  { userId }: Actor,
): Promise<Outcome<{ secret: string; uri: string }, 'second_factor_on'>> {
  const secret = new Secret({ size: 20 });
  const sealed = sealer.seal(secret.base32);
  const stored = await db
    .insertInto('second_factors')
    .values({ user_id: userId, secret_sealed: sealed })
    .onConflict((known) =>
      known
        .column('user_id')
        .doUpdateSet({ secret_sealed: sealed })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (!stored) return refuse('second_factor_on');
  const admin = await db
    .selectFrom('users')
    .select('admin_username as name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { secret: secret.base32, uri: totp(secret, admin.name ?? 'admin').toString() };
}

/** Turns the second factor on with a first code, which can't be used again. */
export async function confirmSecondFactor(
  { db, sealer }: AccountsDeps,
  actor: Actor,
  code: string,
  now: Date,
): Promise<Outcome<null, 'second_factor_wrong' | 'second_factor_on' | 'not_found'>> {
  const today = new Date();
  return await transact(db, async (tx) => {
    const started = await tx
      .selectFrom('second_factors')
      .select(['secret_sealed as sealed', 'confirmed_at as confirmedAt'])
      .where('user_id', '=', actor.userId)
      .forUpdate()
      .executeTakeFirst();
    if (!started) return refuse('not_found');
    if (started.confirmedAt) return refuse('second_factor_on');
    const step = stepOf(sealer.unseal(started.sealed), code, today);
    if (step === null) return refuse('second_factor_wrong', { field: 'code' });
    await tx
      .updateTable('second_factors')
      .set({ confirmed_at: today, last_step: BigInt(step) })
      .where('user_id', '=', actor.userId)
      .execute();
    await record(tx, actor, 'account.second_factor_on', now);
    return null;
  });
}

/** Turns the second factor off. The caller has already checked a code (`passSecondFactor`). */
export async function removeSecondFactor(
  { db }: AccountsDeps,
  actor: Actor,
  now: Date,
): Promise<Outcome<null, 'not_found'>> {
  return await transact(db, async (tx) => {
    const removed = await tx
      .deleteFrom('second_factors')
      .where('user_id', '=', actor.userId)
      .where('confirmed_at', 'is not', null)
      .returning('user_id')
      .executeTakeFirst();
    if (!removed) return refuse('not_found');
    await record(tx, actor, 'account.second_factor_off', now);
    return null;
  });
}

/**
 * Removes the second factor of an admin who lost the app; run by the operator's command. Returns false if the
 * admin has no second factor.
 */
export async function resetSecondFactor(db: Database, username: string): Promise<boolean> {
  return await transact(db, async (tx) => {
    const lifted = await tx
      .deleteFrom('second_factors')
      .using('users')
      .whereRef('users.id', '=', 'second_factors.user_id')
      .where((is) => is(is.fn('lower', ['users.admin_username']), '=', username.toLowerCase()))
      .returning('second_factors.user_id as userId')
      .executeTakeFirst();
    if (!lifted) return false;
    // Ends the sessions, because somebody may have the lost device.
    await tx.deleteFrom('sessions').where('user_id', '=', lifted.userId).execute();
    await writeAudit(tx, bySystem(new Date()), 'account.second_factor_reset', 'user', lifted.userId);
    return true;
  });
}

async function record(tx: Tx, { userId }: Actor, action: string, at: Date): Promise<void> {
  await writeAudit(tx, actBy('admin', userId, at), action, 'user', userId);
}
