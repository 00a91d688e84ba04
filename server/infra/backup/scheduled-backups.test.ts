import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import { HOUR, MovableClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { recordFailed, recordMade } from './backup-record.ts';
import { listBackups } from './manifest.ts';
import { folderPlace } from './open-place.ts';
import { scheduledBackups } from './scheduled-backups.ts';
import { watchBackups } from './watch-backups.ts';

async function setUp() {
  const home = mkdtempSync(join(tmpdir(), 'permille-backups-'));
  const { db, close } = await testDatabase();
  onTestFinished(async () => {
    rmSync(home, { recursive: true, force: true });
    await close();
  });
  const folder = join(home, 'backups');
  const place = folderPlace(folder);
  mkdirSync(folder);
  mkdirSync(join(home, 'data/media/one'), { recursive: true });
  writeFileSync(join(home, 'data/media/one/file'), 'a photo');
  const clock = new MovableClock({ frozenAt: new Date('2026-01-05T12:00:00Z') });
  // The backups of this test have no database; the drill in server/backup.test.ts copies one.
  const source = { dataDir: join(home, 'data'), secret: 'kept elsewhere', database: null };
  const log = createLog('silent');
  const job = scheduledBackups(source, { place, everyHours: 6, keep: 2 }, { db, clock, log });
  const { check, metrics } = watchBackups(db, { everyHours: 6, clock });
  const run = () => job.run(clock.now());
  const written = (count: number) =>
    vi.waitFor(async () => expect(await listBackups(place)).toHaveLength(count));
  const ageIs = (seconds: number) => vi.waitFor(async () => expect(await metrics[0]!.read()).toBe(seconds));
  return { db, folder, place, clock, check, run, written, ageIs };
}

test('a backup is written as soon as the last one is old enough, and only the configured number is kept', async () => {
  const { place, clock, check, run, written, ageIs } = await setUp();
  await ageIs(Number.POSITIVE_INFINITY);
  await run();
  await written(1);
  await ageIs(0);
  expect(await check.problem()).toBeNull();
  clock.advance(6 * HOUR - 1);
  await run();
  expect(await listBackups(place)).toHaveLength(1);
  clock.advance(1);
  await ageIs((6 * HOUR) / 1000);
  await run();
  await written(2);
  await ageIs(0);
  clock.advance(6 * HOUR);
  await run();
  await vi.waitFor(async () => expect((await listBackups(place)).at(-1)).toBe('2026-01-06T00-00-00-000Z'));
  await written(2);
  await ageIs(0);
  clock.advance(12 * HOUR + 1);
  expect(await check.problem()).toBe('The last backup of database and files is of 2026-01-06 00:00 UTC.');
});

test('an admin reads why a backup failed, and it is retried a quarter of an hour later', async () => {
  const { folder, place, clock, check, run, written, ageIs } = await setUp();
  rmSync(folder, { recursive: true });
  await run();
  await vi.waitFor(async () =>
    expect(await check.problem()).toMatch(
      /^The last backup of database and files failed at 2026-01-05 12:00 UTC: BACKUP_FOLDER .+ is not there/,
    ),
  );
  mkdirSync(folder);
  await run();
  expect(await listBackups(place)).toEqual([]);
  clock.advance(HOUR / 4);
  await run();
  await written(1);
  await ageIs(0);
  expect(await check.problem()).toBeNull();
});

test('a failure ends once the place can be read again, even when no backup is due', async () => {
  const { folder, clock, check, run, written, ageIs } = await setUp();
  await run();
  await written(1);
  await ageIs(0);
  renameSync(folder, `${folder}-away`);
  clock.advance(HOUR);
  await run();
  await vi.waitFor(async () => expect(await check.problem()).toMatch(/failed at 2026-01-05 13:00 UTC/));
  renameSync(`${folder}-away`, folder);
  clock.advance(HOUR / 4);
  await run();
  await vi.waitFor(async () => expect(await check.problem()).toBeNull());
  await written(1);
});

test('a failure of another tool remains when the place can be read again', async () => {
  const { db, folder, clock, check, run, written, ageIs } = await setUp();
  await run();
  await written(1);
  await ageIs(0);
  renameSync(folder, `${folder}-away`);
  clock.advance(HOUR);
  await run();
  await vi.waitFor(async () => expect(await check.problem()).not.toBeNull());
  await recordFailed(db, ['files'], {
    now: new Date('2026-01-05T13:01:00Z'),
    reason: '--verify of it: a file is damaged',
  });
  renameSync(`${folder}-away`, folder);
  clock.advance(HOUR / 4);
  await run();
  await vi.waitFor(async () =>
    expect(await check.problem()).toBe(
      'The last backup of files failed at 2026-01-05 13:01 UTC: --verify of it: a file is damaged',
    ),
  );
});

test('a backup that another process wrote to the place is recorded, and an older one changes nothing', async () => {
  const { db, folder, clock, run, ageIs } = await setUp();
  mkdirSync(join(folder, 'backups'));
  writeFileSync(join(folder, 'backups/2026-01-05T09-00-00-000Z.json'), '{}');
  await run();
  await ageIs((3 * HOUR) / 1000);
  await recordMade(db, ['database', 'files'], new Date('2026-01-04T09:00:00Z'));
  await ageIs((3 * HOUR) / 1000);
  clock.advance(HOUR);
  await ageIs((4 * HOUR) / 1000);
});
