import { randomInt } from 'node:crypto';
import type { UserId } from '#contract/accounts/ids.ts';
import type { Actor } from '#server/http/actor.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Sealer } from '#server/infra/seal.ts';
import { type Tx, transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { mailPerson } from './second-factor-mails.ts';

const CODES = 10;
const LETTERS = 10;
/** Letters and digits that are not confused with each other when they are written down. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const makeCode = (): string =>
  Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Shows a code in two halves: "abcde-fghjk". */
const spaced = (code: string): string => `${code.slice(0, LETTERS / 2)}-${code.slice(LETTERS / 2)}`;

const normalised = (typed: string): string => typed.toLowerCase().replace(/[\s-]/g, '');

const read = (sealer: Sealer, sealed: string | null): string[] =>
  sealed === null ? [] : (JSON.parse(sealer.unseal(sealed)) as string[]);

/** Replaces all backup codes of a person. Returns the new ones as they are shown, once. */
export async function replaceBackupCodes(
  { sealer }: Pick<AccountsDeps, 'sealer'>,
  tx: Tx,
  userId: UserId,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, makeCode);
  await tx
    .updateTable('second_factors')
    .set({ backup_codes_sealed: sealer.seal(JSON.stringify(codes)) })
    .where('user_id', '=', userId)
    .execute();
  return codes.map(spaced);
}

/** Makes new backup codes. The caller has already checked a code (`passSecondFactor`). */
export async function renewBackupCodes(
  deps: AccountsDeps,
  { userId, role }: Actor,
  now: Date,
): Promise<Outcome<{ backupCodes: string[] }, 'not_found'>> {
  return await transact(deps.db, async (tx) => {
    const factor = await tx
      .selectFrom('second_factors')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!factor) return refuse('not_found');
    const backupCodes = await replaceBackupCodes(deps, tx, userId);
    await writeAudit(tx, actBy(role, userId, now), 'account.backup_codes_made', 'user', userId);
    return { backupCodes };
  });
}

export const countBackupCodes = (sealer: Sealer, sealed: string | null): number =>
  read(sealer, sealed).length;

/**
 * Uses up a backup code; returns false if it is none of the person's. Of two concurrent uses only one
 * succeeds, because the codes are replaced only if they are still those that were read.
 */
export async function takeBackupCode(
  { db, sealer, appUrl }: AccountsDeps,
  { userId, sealed, typed, now }: { userId: UserId; sealed: string | null; typed: string; now: Date },
): Promise<boolean> {
  const codes = read(sealer, sealed);
  const code = normalised(typed);
  if (sealed === null || !codes.includes(code)) return false;
  const left = codes.filter((other) => other !== code);
  return await transact(db, async (tx) => {
    const taken = await tx
      .updateTable('second_factors')
      .set({ backup_codes_sealed: sealer.seal(JSON.stringify(left)), tries: 0, locked_until: null })
      .where('user_id', '=', userId)
      .where('backup_codes_sealed', '=', sealed)
      .returning('user_id')
      .executeTakeFirst();
    if (!taken) return false;
    await mailPerson(tx, { userId, appUrl, what: 'backup_code', left: left.length }, now);
    return true;
  });
}
