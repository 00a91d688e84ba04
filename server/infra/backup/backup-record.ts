import type { Database } from '../transaction.ts';

/** The database and the files have separate backups when the operator runs the PostgreSQL. */
export const PARTS = ['database', 'files'] as const;
export type Part = (typeof PARTS)[number];

export interface PartRecord {
  part: Part;
  /** When the newest complete backup began; null when no backup was ever recorded. */
  madeAt: Date | null;
  provedAt: Date | null;
  /** The failure of the newest attempt; null when it succeeded. */
  failure: { at: Date; reason: string } | null;
}

export interface Recorded {
  parts: PartRecord[];
  /** When this installation was first started; null before its first start. */
  since: Date | null;
}

const LONGEST_REASON = 1_000;

export async function readBackups(db: Database): Promise<Recorded> {
  const rows = await db.selectFrom('backups').selectAll().orderBy('part').execute();
  const installation = await db.selectFrom('installation').select('recorded_at').executeTakeFirst();
  const parts = rows.map((row) => ({
    part: row.part as Part,
    madeAt: row.made_at,
    provedAt: row.proved_at,
    failure: row.failed_at && { at: row.failed_at, reason: row.failure! },
  }));
  return { parts, since: installation?.recorded_at ?? null };
}

/** An older backup that is recorded later changes nothing. */
export async function recordMade(db: Database, parts: readonly Part[], startedAt: Date): Promise<void> {
  await db
    .updateTable('backups')
    .set({ made_at: startedAt, failed_at: null, failure: null })
    .where('part', 'in', parts)
    .where((eb) => eb.or([eb('made_at', 'is', null), eb('made_at', '<', startedAt)]))
    .execute();
}

export async function recordProved(db: Database, parts: readonly Part[], now: Date): Promise<void> {
  await db.updateTable('backups').set({ proved_at: now }).where('part', 'in', parts).execute();
}

export async function recordFailed(
  db: Database,
  parts: readonly Part[],
  { now, reason }: { now: Date; reason: string },
): Promise<void> {
  await db
    .updateTable('backups')
    .set({ failed_at: now, failure: reason.slice(0, LONGEST_REASON) })
    .where('part', 'in', parts)
    .execute();
}

/** Deletes the failure recorded at `at`, once a backup succeeded or the newest one is recent enough. */
export async function forgetFailure(db: Database, parts: readonly Part[], at: Date): Promise<void> {
  await db
    .updateTable('backups')
    .set({ failed_at: null, failure: null })
    .where('part', 'in', parts)
    .where('failed_at', '=', at)
    .execute();
}

/**
 * Records a failure unless one is already recorded. A watcher calls this, and the backup command itself may
 * have recorded a more exact reason.
 */
export async function recordFailedUnlessKnown(db: Database, now: Date, reason: string): Promise<void> {
  await db
    .updateTable('backups')
    .set({ failed_at: now, failure: reason.slice(0, LONGEST_REASON) })
    .where('failed_at', 'is', null)
    .execute();
}
