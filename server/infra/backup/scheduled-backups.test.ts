import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HOUR, MovableClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { listBackups } from './manifest.ts';
import { folderPlace } from './open-place.ts';
import { scheduledBackups } from './scheduled-backups.ts';

function setUp() {
  const home = mkdtempSync(join(tmpdir(), 'permille-backups-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, 'backups');
  const place = folderPlace(folder);
  mkdirSync(folder);
  mkdirSync(join(home, 'data/media/one'), { recursive: true });
  writeFileSync(join(home, 'data/media/one/file'), 'a photo');
  const clock = new MovableClock({ frozenAt: new Date('2026-01-05T12:00:00Z') });
  // Without a database, which the drill in server/backup.test.ts copies.
  const source = { dataDir: join(home, 'data'), secret: 'kept elsewhere', ownerUrl: null };
  const log = createLog('silent');
  const { job, check, metric } = scheduledBackups(source, { place, everyHours: 6, keep: 2 }, { clock, log });
  const run = () => job.run(clock.now());
  const written = (count: number) =>
    vi.waitFor(async () => expect(await listBackups(place)).toHaveLength(count));
  return { folder, place, clock, check, metric, run, written };
}

test('a backup is written as soon as the last one is old enough, and so many stay as are kept', async () => {
  const { place, clock, check, metric, run, written } = setUp();
  expect(await check.problem()).toBe('There is no backup yet.');
  expect(await metric.read()).toBe(Number.POSITIVE_INFINITY);
  await run();
  await written(1);
  expect(await check.problem()).toBeNull();
  clock.advance(6 * HOUR - 1);
  await run();
  expect(await listBackups(place)).toHaveLength(1);
  clock.advance(1);
  expect(await metric.read()).toBe((6 * HOUR) / 1000);
  await run();
  await written(2);
  clock.advance(6 * HOUR);
  await run();
  await vi.waitFor(async () => expect((await listBackups(place)).at(-1)).toBe('2026-01-06T00-00-00-000Z'));
  await written(2);
  clock.advance(12 * HOUR);
  expect(await check.problem()).toBe('The last backup is of 2026-01-06T00:00 UTC.');
});

test('an admin reads why a backup failed, and it is tried again a quarter of an hour later', async () => {
  const { folder, place, clock, check, run, written } = setUp();
  rmSync(folder, { recursive: true });
  await run();
  await vi.waitFor(async () =>
    expect(await check.problem()).toMatch(/^The last backup failed: BACKUP_FOLDER .+ is not there/),
  );
  mkdirSync(folder);
  await run();
  expect(await listBackups(place)).toEqual([]);
  clock.advance(HOUR / 4);
  await run();
  await written(1);
  expect(await check.problem()).toBeNull();
});
