import type { Database } from './transaction.ts';

/**
 * `demo`: everything outside is simulated. `staging`: test money, real mails, platforms as configured.
 * `live`: real money.
 */
export type Mode = 'demo' | 'staging' | 'live';

/** Returns the mode recorded at the first start; null before the first start. */
export async function recordedMode(db: Database): Promise<Mode | null> {
  const row = await db.selectFrom('installation').select('mode').executeTakeFirst();
  return (row?.mode as Mode | undefined) ?? null;
}

/**
 * Records the database's mode for ever, or checks that it already has this mode. Of two processes that start
 * at once in different modes, one wins. `secretIdOf` names the secret to record; it is called at the first
 * start only.
 * @throws Error with one sentence when the database has another mode
 */
export async function claimMode(
  db: Database,
  mode: Mode,
  now: Date,
  secretIdOf: () => string | null = () => null,
): Promise<void> {
  let recorded = await recordedMode(db);
  if (!recorded) {
    const secret_id = secretIdOf();
    await db
      .insertInto('installation')
      .values({ mode, recorded_at: now, secret_id, secret_since: secret_id ? now : null })
      .onConflict((oc) => oc.doNothing())
      .execute();
    recorded = await recordedMode(db);
  }
  if (recorded === mode) return;
  throw new Error(
    `MODE must be ${recorded} on this database, because its first start was ${recorded} and test and live never mix; for ${mode} name another DATABASE_URL or DATA_DIR.`,
  );
}
