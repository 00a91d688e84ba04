import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type DiskUse, isLow, readDisks, type Space, watchDisks } from './disk-space.ts';

const GB = 1e9;
const space = (free: number, size: number): Space => ({ freeBytes: free * GB, sizeBytes: size * GB });

test('a disk is low with less than a tenth of it free, or on a large disk with less than 5 GB free', () => {
  expect([space(0.9, 10), space(1.1, 10), space(4.9, 2_000), space(5.1, 2_000)].map(isLow)).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('folders on one disk count as one disk, named by its first use, even if a folder does not exist yet', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'permille-disk-'));
  const uses: DiskUse[] = [
    { name: 'data', folder: join(folder, 'not', 'there') },
    { name: 'backups', folder },
  ];
  const [disk, ...others] = await readDisks(uses);
  expect(disk).toMatchObject(uses[0]!);
  expect(disk!.freeBytes).toBeGreaterThan(0);
  expect(disk!.freeBytes).toBeLessThanOrEqual(disk!.sizeBytes);
  expect(others).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('System Health names each low disk and its free space, and the metrics list all disks', async () => {
  const free = { data: 30, backups: 3 };
  const { checks, metrics } = watchDisks([], async () => [
    { name: 'data', folder: '/srv/permille', ...space(free.data, 100) },
    { name: 'backups', folder: '/mnt/backups', ...space(free.backups, 80) },
  ]);
  expect(await checks[0]!.problem()).toBe(
    '3.0 of 80.0 GB are free at /mnt/backups (backups): make room before uploads and the database stop.',
  );
  const [freeBytes, sizeBytes] = metrics;
  expect(await freeBytes!.read()).toEqual([
    { labels: { disk: 'data' }, value: 30 * GB },
    { labels: { disk: 'backups' }, value: 3 * GB },
  ]);
  expect(await sizeBytes!.read()).toContainEqual({ labels: { disk: 'backups' }, value: 80 * GB });
});

test('with room everywhere System Health shows the free space', async () => {
  const { checks } = watchDisks([], async () => [
    { name: 'data', folder: '/srv/permille', ...space(30, 100) },
  ]);
  const { problem, well } = checks[0]!;
  expect(await problem()).toBeNull();
  expect(await (well as () => Promise<string>)()).toBe('30.0 of 100.0 GB are free at /srv/permille (data).');
});
