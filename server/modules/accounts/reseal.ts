import { sql } from 'kysely';
import { after, DAY } from '#server/infra/clock.ts';
import { type Resealed, reseal } from '#server/infra/reseal.ts';
import { createSealer } from '#server/infra/seal.ts';
import type { Secrets } from '#server/infra/secrets.ts';
import type { Database } from '#server/infra/transaction.ts';
import { ABSOLUTE_DAYS } from './auth.ts';

/** Seals the secrets and backup codes of second factors again under the current secret. */
export async function resealSecondFactors(db: Database, secrets: Secrets): Promise<Resealed> {
  const sealer = createSealer(secrets, 'second factors');
  const done = { resealed: 0, unreadable: 0, left: 0 };
  for (const column of ['secret_sealed', 'backup_codes_sealed']) {
    const of = await reseal(db, { table: 'second_factors', key: 'user_id', column }, sealer);
    done.resealed += of.resealed;
    done.unreadable += of.unreadable;
    done.left += of.left;
  }
  return done;
}

/**
 * Deletes provider tokens, which earlier releases stored and nothing reads. Returns the number of rows that
 * had such tokens.
 */
export async function forgetProviderTokens(db: Database): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ access_token: null, refresh_token: null, id_token: null })
    .where((is) =>
      is.or([
        is('access_token', 'is not', null),
        is('refresh_token', 'is not', null),
        is('id_token', 'is not', null),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Counts live sessions that began before `moment`. Also returns the latest time at which the last of them
 * ends.
 */
export async function sessionsBefore(
  db: Database,
  moment: Date,
): Promise<{ count: number; endBy: Date | null }> {
  const now = new Date();
  const row = await db
    .selectFrom('sessions')
    .select([sql<string>`count(*)`.as('count'), sql<Date | null>`max(created_at)`.as('last')])
    .where('created_at', '<', moment)
    .where('created_at', '>', after(now, -ABSOLUTE_DAYS * DAY))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), endBy: row.last && after(row.last, ABSOLUTE_DAYS * DAY) };
}
