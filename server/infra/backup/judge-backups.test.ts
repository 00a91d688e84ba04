import { expect, test } from 'vitest';
import type { PartRecord, Recorded } from './backup-record.ts';
import { backupAgeMs, backupProblem, describeBackups, isProvedLately } from './judge-backups.ts';

const now = new Date('2026-03-10T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const made = (part: PartRecord['part'], days: number | null, more: Partial<PartRecord> = {}): PartRecord => ({
  part,
  madeAt: days === null ? null : daysAgo(days),
  provedAt: null,
  failure: null,
  ...more,
});
const recorded = (parts: PartRecord[], startedDaysAgo: number | null = 10): Recorded => ({
  parts,
  since: startedDaysAgo === null ? null : daysAgo(startedDaysAgo),
});
const problemOf = (given: Recorded) => backupProblem(given, { everyHours: 24, now });

test('an installation without a backup is wrong a day after its first start, and not earlier', () => {
  const parts = [made('database', null), made('files', null)];
  expect(problemOf(recorded(parts, 1.01))).toMatch(
    /^No backup of database and files is recorded: set BACKUP_FOLDER/,
  );
  expect(problemOf(recorded(parts, 0.99))).toBeNull();
  expect(problemOf(recorded(parts, null))).toBeNull();
  expect(backupAgeMs(recorded(parts), now)).toBe(Number.POSITIVE_INFINITY);
});

test('a backup of the files alone is reported as a missing database backup', () => {
  const given = recorded([made('database', null), made('files', 0.5)]);
  expect(problemOf(given)).toMatch(/^No backup of database is recorded/);
  expect(describeBackups(given)).toMatch(/^There is no backup of database yet/);
  expect(backupAgeMs(given, now)).toBe(Number.POSITIVE_INFINITY);
});

test('the older of database and files decides, after twice the configured hours', () => {
  expect(problemOf(recorded([made('database', 2), made('files', 1)]))).toBeNull();
  expect(problemOf(recorded([made('database', 2.01), made('files', 1)]))).toBe(
    'The last backup of database is of 2026-03-08 11:45 UTC.',
  );
  expect(
    backupProblem(recorded([made('database', 2.01), made('files', 1)]), { everyHours: 48, now }),
  ).toBeNull();
});

test('a failure is wrong however new the last successful backup is', () => {
  const failure = { at: daysAgo(0.1), reason: 'The disk is full.' };
  expect(problemOf(recorded([made('database', 0.2, { failure }), made('files', 0.2, { failure })]))).toBe(
    'The last backup of database and files failed at 2026-03-10 09:36 UTC: The disk is full.',
  );
});

test('a proof counts for thirty days, and only when it covers every part', () => {
  const proved = (database: number, files: number | null) =>
    recorded([
      made('database', 1, { provedAt: daysAgo(database) }),
      made('files', 1, { provedAt: files === null ? null : daysAgo(files) }),
    ]);
  expect(isProvedLately(proved(29, 29), now)).toBe(true);
  expect(isProvedLately(proved(29, 31), now)).toBe(false);
  expect(isProvedLately(proved(1, null), now)).toBe(false);
  expect(describeBackups(proved(1, null))).toMatch(/none was ever proved by --verify\.$/);
  expect(describeBackups(proved(2, 1))).toMatch(/; proved 2026-03-08 12:00 UTC\.$/);
});
