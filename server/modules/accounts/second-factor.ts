import { Secret, TOTP } from 'otpauth';
import type { UserId } from '#contract/accounts/ids.ts';
import type { Actor } from '#server/http/actor.ts';
import { actBy, bySystem, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { countBackupCodes, replaceBackupCodes } from './backup-codes.ts';
import { removePasskeysOf } from './passkeys.ts';
import { mailPerson } from './second-factor-mails.ts';

const PERIOD_SECONDS = 30;

/** Uses SHA-1, six digits and 30 seconds: the parameters that every authenticator app supports. */
const totp = (secret: Secret, label = ''): TOTP =>
  new TOTP({ issuer: 'Permille', label, secret, digits: 6, period: PERIOD_SECONDS });

/**
 * Finds the 30-second step of a code, allowing a drift of one step either way; null when the code is wrong.
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, '');
  // The library throws on a text of six characters that has more bytes than six digits.
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totp(Secret.fromBase32(secret)).validate({
    token,
    timestamp: now.getTime(),
    window: 1,
  });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

const confirmedFactor = async ({ db }: Pick<AccountsDeps, 'db'>, userId: UserId) =>
  await db
    .selectFrom('second_factors')
    .select('backup_codes_sealed as backupCodes')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();

export const hasSecondFactor = async (deps: Pick<AccountsDeps, 'db'>, userId: UserId): Promise<boolean> =>
  (await confirmedFactor(deps, userId)) !== undefined;

/** Returns whether sign-in asks for a code, and how many backup codes are left. */
export async function showSecondFactor(
  deps: AccountsDeps,
  userId: UserId,
): Promise<{ on: boolean; backupCodesLeft: number }> {
  const factor = await confirmedFactor(deps, userId);
  return {
    on: factor !== undefined,
    backupCodesLeft: factor ? countBackupCodes(deps.sealer, factor.backupCodes) : 0,
  };
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
  const person = await db
    .selectFrom('users')
    .select(['admin_username', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { secret: secret.base32, uri: totp(secret, person.admin_username ?? person.email).toString() };
}

/**
 * Turns the second factor on with a first code, which can't be used again. Returns the first backup codes.
 */
export async function confirmSecondFactor(
  { db, sealer, appUrl }: AccountsDeps,
  actor: Actor,
  code: string,
  now: Date,
): Promise<Outcome<{ backupCodes: string[] }, 'second_factor_wrong' | 'second_factor_on' | 'not_found'>> {
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
    const backupCodes = await replaceBackupCodes({ sealer }, tx, actor.userId);
    await record(tx, actor, 'account.second_factor_on', now);
    await mailPerson(tx, { userId: actor.userId, appUrl, what: 'on' }, now);
    return { backupCodes };
  });
}

/** Turns the second factor off. The caller has already checked a code (`passSecondFactor`). */
export async function removeSecondFactor(
  { db, appUrl }: AccountsDeps,
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
    await mailPerson(tx, { userId: actor.userId, appUrl, what: 'off' }, now);
    return null;
  });
}

/**
 * Removes the second factor and the passkeys of a person who lost the app and the backup codes, or a device;
 * run by the operator's command. `name` is an admin's username or a member's email address. Returns false if
 * the person has neither.
 */
export async function resetSecondFactor(db: Database, name: string): Promise<boolean> {
  return await transact(db, async (tx) => {
    const person = await tx
      .selectFrom('users')
      .select('id')
      .where((is) =>
        is.or([
          is(is.fn('lower', ['admin_username']), '=', name.toLowerCase()),
          is.and([is('email', '=', name.toLowerCase()), is('role', 'is distinct from', 'admin')]),
        ]),
      )
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!person) return false;
    const factor = await tx
      .deleteFrom('second_factors')
      .where('user_id', '=', person.id)
      .returning('user_id')
      .executeTakeFirst();
    const passkeys = await removePasskeysOf(tx, person.id);
    if (!factor && passkeys === 0) return false;
    // Ends the sessions, because somebody may have the lost device.
    await tx.deleteFrom('sessions').where('user_id', '=', person.id).execute();
    const act = bySystem(new Date());
    await writeAudit(tx, act, 'account.second_factor_reset', 'user', person.id, { passkeys });
    return true;
  });
}

async function record(tx: Tx, { userId, role }: Actor, action: string, at: Date): Promise<void> {
  await writeAudit(tx, actBy(role, userId, at), action, 'user', userId);
}
