import type { Database } from './transaction.ts';

export type Mode = 'demo' | 'live';

async function recordedMode(db: Database): Promise<Mode | null> {
  const row = await db.selectFrom('installation').select('mode').executeTakeFirst();
  return (row?.mode as Mode | undefined) ?? null;
}

/**
 * Makes the database a demo's or a live one's for ever, or proves that it is that already. Of two processes that start
 * at once in different modes, one wins.
 * @throws Error with one sentence when the database is of the other mode
 */
export async function claimMode(db: Database, mode: Mode, now: Date): Promise<void> {
  let recorded = await recordedMode(db);
  if (!recorded) {
    await db
      .insertInto('installation')
      .values({ mode, recorded_at: now })
      .onConflict((oc) => oc.doNothing())
      .execute();
    recorded = await recordedMode(db);
  }
  if (recorded === mode) return;
  throw new Error(
    recorded === 'demo'
      ? 'DEMO must be 1 on this database, because it was filled by a demo and test and live never mix; for a live system name another DATABASE_URL or DATA_DIR.'
      : 'DEMO must be 0 on this database, because it holds a live system and test and live never mix; for a demo name another DATABASE_URL or DATA_DIR.',
  );
}
