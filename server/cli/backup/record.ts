import { resolve } from 'node:path';
import { sql } from 'kysely';
import { databaseOf } from '#server/config/database.ts';
import {
  PARTS,
  type Part,
  readBackups,
  recordFailedUnlessKnown,
  recordMade,
} from '#server/infra/backup/backup-record.ts';
import { createDatabase } from '#server/infra/db.ts';
import { findRunning } from '#server/infra/running-database.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { LoneContext } from '../command.ts';
import { reasonOf } from '../doctor/finding.ts';

const isPart = (value: string): value is Part => PARTS.some((part) => part === value);

/**
 * Returns the URL of the database that records backups, for a role that may write them. Null when the
 * database is embedded and no server runs on it. No other settings are read, so that a wrong one does not
 * hide a failure.
 */
export function recordUrl(env: LoneContext['env']): string | null {
  const given = (name: string) => env[name]?.trim() || undefined;
  const where = databaseOf({
    DATABASE_URL: given('DATABASE_URL'),
    APP_DATABASE_URL: given('APP_DATABASE_URL'),
  });
  if (where.kind === 'external') return where.appUrl ?? where.ownerUrl;
  return findRunning(resolve(given('DATA_DIR') ?? '.data'))?.appUrl ?? null;
}

/** Returns false when the database's release does not record backups yet, for example before an upgrade. */
export async function writeRecord(url: string, write: (db: Database) => Promise<void>): Promise<boolean> {
  const { db, close } = createDatabase(url, { max: 1 });
  try {
    const { rows } = await sql<{
      there: boolean;
    }>`select to_regclass('backups') is not null as there`.execute(db);
    if (!rows[0]!.there) return false;
    await write(db);
    return true;
  } finally {
    await close();
  }
}

/** Records a backup made by another tool, such as pgBackRest, which calls this command after its work. */
export async function recordOther(
  { env, print }: LoneContext,
  given: { part: string; at: string | null },
): Promise<number> {
  const { part } = given;
  const now = new Date();
  const startedAt = given.at === null ? now : new Date(given.at);
  if (!isPart(part)) {
    print('--record must be database or files.');
    return 1;
  }
  if (Number.isNaN(startedAt.getTime()) || startedAt > now) {
    print('--at must be the time when the backup began, like 2026-11-29T03:20:00Z, and not later than now.');
    return 1;
  }
  return await report({ env, print }, async (db) => {
    await recordMade(db, [part], startedAt);
    const { parts } = await readBackups(db);
    const madeAt = parts.find((one) => one.part === part)!.madeAt!;
    print(`Recorded: the newest backup of ${part} began at ${madeAt.toISOString()}.`);
  });
}

/**
 * Records a failed backup. A systemd unit that watches the backup calls this, such as
 * permille-backup-failed.service.
 */
export const recordFailure = ({ env, print }: LoneContext, reason: string): Promise<number> =>
  report({ env, print }, async (db) => {
    await recordFailedUnlessKnown(db, new Date(), reason);
    print('Recorded: System Health alarms until a backup is made.');
  });

async function report(
  { env, print }: Pick<LoneContext, 'env' | 'print'>,
  write: (db: Database) => Promise<void>,
): Promise<number> {
  const url = recordUrl(env);
  if (!url) {
    print('Nothing is recorded: no server runs here, and neither DATABASE_URL nor APP_DATABASE_URL is set.');
    return 1;
  }
  try {
    if (await writeRecord(url, write)) return 0;
    print('Nothing is recorded: bring the database up to date first, by npm run migrate.');
  } catch (error) {
    print(`Nothing is recorded: the database can't be reached (${reasonOf(error)}).`);
  }
  return 1;
}
