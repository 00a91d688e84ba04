import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkBackup } from './infra/backup/check-backup.ts';
import { makeBackup } from './infra/backup/make-backup.ts';
import { listBackups } from './infra/backup/manifest.ts';
import { placeAt } from './infra/backup/open-place.ts';
import { findBackup, restoreBackup } from './infra/backup/restore-backup.ts';
import { PART_BYTES } from './infra/s3/multipart.ts';
import { remoteFiles } from './modules/media/media.ts';
import { testBucket } from './testing/buckets.ts';

const home = mkdtempSync(join(tmpdir(), 'permille-bucket-backup-'));
const dataDir = join(home, 'data');
const { s3, close } = await testBucket();
afterAll(() => {
  close();
  rmSync(home, { recursive: true });
});

const large = Buffer.alloc(PART_BYTES + 1_000_000, 'a video ');
const secret = 'a secret that is kept elsewhere';
const place = () => placeAt(`s3://${s3.settings.bucket}/nightly`, s3.settings);
const make = (keep = 5) =>
  makeBackup(
    { dataDir, secret, database: null, elsewhere: remoteFiles(s3.settings) },
    { place: place(), keep, now: () => new Date() },
  );
const objects = async () => (await s3.list('nightly/objects/').next()).value?.key as string;
const write = (path: string, bytes: Buffer | string) => {
  mkdirSync(join(dataDir, path, '..'), { recursive: true });
  writeFileSync(join(dataDir, path), bytes);
};
const prove = async () => undefined;

test('a bucket stores a backup of the disk and of another bucket, and restores it completely', async () => {
  write('media/one/file', large);
  write('texts/terms.md', 'Terms');
  await s3.put('media/two/file', Buffer.from('in the bucket'));
  const made = await make();
  expect(made.files).toBe(3);
  const { name, manifest } = await findBackup(place(), null);
  expect(name).toBe(made.name);
  await checkBackup(place(), manifest, prove, '');

  const restored = join(home, 'restored');
  await restoreBackup(place(), manifest, { dataDir: restored, secrets: [secret], into: null });
  expect(readFileSync(join(restored, 'media/one/file')).equals(large)).toBe(true);
  expect(readFileSync(join(restored, 'media/two/file'), 'utf8')).toBe('in the bucket');
  expect(readFileSync(join(restored, 'texts/terms.md'), 'utf8')).toBe('Terms');
});

test('existing objects are not uploaded again, and those of only older backups are removed', async () => {
  const count = async () => {
    let objectsThere = 0;
    for await (const _ of s3.list('nightly/objects/')) objectsThere += 1;
    return objectsThere;
  };
  const before = await count();
  await make();
  expect(await count()).toBe(before);
  rmSync(join(dataDir, 'media/one'), { recursive: true });
  await make(1);
  expect(await listBackups(place())).toHaveLength(1);
  expect(await count()).toBe(before - 1);
});

test('damaged bytes are found, and the next backup uploads them again', async () => {
  const { manifest } = await findBackup(place(), null);
  const damaged = await objects();
  await s3.put(damaged, Buffer.from('something else'));
  await expect(checkBackup(place(), manifest, prove, '')).rejects.toThrow('was damaged, and removed');
  await expect(checkBackup(place(), manifest, prove, '')).rejects.toThrow('The backup lacks the file');
  await make();
  await checkBackup(place(), (await findBackup(place(), null)).manifest, prove, '');
});

test('two processes do not write at once, and the lock of one that was killed here is taken over', async () => {
  const release = await place().lock();
  await s3.put('nightly/lock', Buffer.from(`${process.ppid} ${hostname()}`));
  await expect(make()).rejects.toThrow(/^Another backup into s3:\/\/\S+\/nightly\/ is under way/);
  await s3.put('nightly/lock', Buffer.from(`2147483646 ${hostname()}`));
  expect((await make()).files).toBe(2);
  await release();
  expect(() => placeAt('s3://bucket/prefix', null)).toThrow('Set S3_ENDPOINT');
});
