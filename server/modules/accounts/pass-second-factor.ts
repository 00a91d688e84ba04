import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import { after, MINUTE } from '#server/infra/clock.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { takeBackupCode } from './backup-codes.ts';
import { hasSecondFactor, stepOf } from './second-factor.ts';

const TRIES = 5;
const LOCKED_MINUTES = 15;

export type SecondFactorCode = 'second_factor_required' | 'second_factor_wrong' | 'second_factor_locked';

/**
 * Returns null when the person has no second factor, or the code is the app's or a backup code. Runs only after the right password,
 * so nobody else can use up the tries. Counts a try before comparing the code, so parallel requests get no
 * more than five.
 */
export async function passSecondFactor(
  deps: AccountsDeps,
  userId: UserId,
  code: string | undefined,
): Promise<Outcome<null, SecondFactorCode>> {
  if (!(await hasSecondFactor(deps, userId))) return null;
  if (!code) return refuse('second_factor_required', { field: 'code' });
  const now = new Date();
  const counted = await countTry(deps, userId, now);
  if (!counted) return refuse('second_factor_locked');
  const step = stepOf(deps.sealer.unseal(counted.sealed), code, now);
  const fits =
    step === null
      ? await takeBackupCode(deps, { userId, sealed: counted.backupCodes, typed: code, now })
      : await takeStep(deps, userId, step);
  return fits ? null : refuse('second_factor_wrong', { field: 'code' });
}

/**
 * Counts a try. The fifth wrong try in a row locks the account's second factor. After the lock expires,
 * counting restarts at one.
 */
async function countTry({ db }: AccountsDeps, userId: UserId, now: Date) {
  const tries = sql<number>`case when locked_until is null then tries + 1 else 1 end`;
  return await db
    .updateTable('second_factors')
    .set({
      tries,
      locked_until: sql`case when ${tries} >= ${TRIES} then ${after(now, LOCKED_MINUTES * MINUTE)}::timestamptz end`,
    })
    .where('user_id', '=', userId)
    .where((is) => is.or([is('locked_until', 'is', null), is('locked_until', '<=', now)]))
    .returning(['secret_sealed as sealed', 'backup_codes_sealed as backupCodes'])
    .executeTakeFirst();
}

/** Accepts each 30-second step once, so that a code somebody else saw can't be reused. */
async function takeStep({ db }: AccountsDeps, userId: UserId, step: number): Promise<boolean> {
  const used = await db
    .updateTable('second_factors')
    .set({ last_step: BigInt(step), tries: 0, locked_until: null })
    .where('user_id', '=', userId)
    .where('last_step', '<', BigInt(step))
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}
