import { DAY, HOUR } from '#server/infra/clock.ts';
import type { PartRecord, Recorded } from './backup-record.ts';

/** An installation younger than this may have no backup yet. */
const FIRST_BACKUP_WITHIN_MS = DAY;

interface Judged {
  everyHours: number;
  now: Date;
}

/** The problem with the backups, as System Health, doctor and /metrics report it; null when all is well. */
export function backupProblem({ parts, since }: Recorded, { everyHours, now }: Judged): string | null {
  const failed = parts.filter(({ failure }) => failure !== null);
  if (failed.length > 0)
    return `The last backup of ${named(failed)} failed at ${minuteOf(failed[0]!.failure!.at)}: ${failed[0]!.failure!.reason}`;
  const missing = missingParts(parts);
  if (missing.length > 0 && since && now.getTime() - since.getTime() > FIRST_BACKUP_WITHIN_MS)
    return `No backup of ${named(missing)} is recorded: ${HOW}.`;
  const old = parts.filter(({ madeAt }) => madeAt && isOverdue(madeAt, { everyHours, now }));
  return old.length > 0 ? `The last backup of ${named(old)} is of ${minuteOf(old[0]!.madeAt!)}.` : null;
}

const HOW =
  'set BACKUP_FOLDER or run npm run backup, and record what other tools do by npm run backup -- --record (docs/operate/backups.md)';

/** Whether the newest backup is older than twice the backup interval. */
export const isOverdue = (madeAt: Date, { everyHours, now }: Judged): boolean =>
  ageMs(madeAt, now) > 2 * everyHours * HOUR;

/** Describes the newest backups in one sentence, for System Health and doctor. */
export function describeBackups({ parts }: Recorded): string {
  const missing = missingParts(parts);
  if (missing.length > 0) return `There is no backup of ${named(missing)} yet: ${HOW}.`;
  const made = parts.map(({ part, madeAt }) => `${part} of ${minuteOf(madeAt!)}`).join(', ');
  const provedMs = Math.min(...parts.map(({ provedAt }) => provedAt?.getTime() ?? 0));
  const proved = provedMs ? `proved ${minuteOf(new Date(provedMs))}` : 'none was ever proved by --verify';
  return `The last ones: ${made}; ${proved}.`;
}

/** The age of the newest backup of the part that is furthest behind; infinite while a part has no backup. */
export const backupAgeMs = ({ parts }: Recorded, now: Date): number =>
  Math.max(...parts.map(({ madeAt }) => (madeAt ? ageMs(madeAt, now) : Number.POSITIVE_INFINITY)));

export const missingParts = (parts: PartRecord[]): PartRecord[] =>
  parts.filter(({ madeAt }) => madeAt === null);

/** Doctor asks for a new proof when the last restore by --verify is older than this. */
const PROVED_WITHIN_MS = 30 * DAY;

/** Whether each part was restored by --verify within the last thirty days. */
export const isProvedLately = ({ parts }: Recorded, now: Date): boolean =>
  parts.every(({ provedAt }) => provedAt && ageMs(provedAt, now) < PROVED_WITHIN_MS);

const ageMs = (then: Date, now: Date): number => now.getTime() - then.getTime();
const named = (parts: PartRecord[]): string => parts.map(({ part }) => part).join(' and ');
const minuteOf = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
