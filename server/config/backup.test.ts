import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { TEST_SECRET as SECRET } from '#server/testing/actor.ts';
import { LIVE_ENV } from '#server/testing/live-env.ts';

test('the server writes backups only of the embedded database, to the named folder', () => {
  expect(readConfig({ SECRET }).backup).toEqual({
    folder: null,
    everyHours: 24,
    keep: 14,
    dumpUrl: null,
  });
  expect(readConfig({ SECRET, BACKUP_FOLDER: '/mnt/b', BACKUP_EVERY: '6', BACKUP_KEEP: '3' }).backup).toEqual(
    {
      folder: '/mnt/b',
      everyHours: 6,
      keep: 3,
      dumpUrl: null,
    },
  );
  expect(() => readConfig({ SECRET, BACKUP_EVERY: '0' })).toThrow('BACKUP_EVERY must be hours from 1 to 720');
  expect(() =>
    readConfig({ SECRET, BACKUP_FOLDER: '/mnt/b', DATABASE_URL: 'postgres://a:b@localhost/p' }),
  ).toThrow('BACKUP_FOLDER must not be set with DATABASE_URL');
});

test('an own PostgreSQL is dumped as the login for dumps, else as its owner', () => {
  const [app, dump, owner] = ['app', 'dump', 'owner'].map((name) => `postgres://${name}:b@localhost/p`);
  const dumpUrlOf = (env: Record<string, string>) =>
    readConfig({ SECRET, ...LIVE_ENV, ...env }).backup.dumpUrl;
  expect(dumpUrlOf({ APP_DATABASE_URL: app! })).toBeNull();
  expect(dumpUrlOf({ APP_DATABASE_URL: app!, DATABASE_URL: owner! })).toBe(owner);
  expect(dumpUrlOf({ APP_DATABASE_URL: app!, DATABASE_URL: owner!, DUMP_DATABASE_URL: dump! })).toBe(dump);
  expect(() => readConfig({ SECRET, DUMP_DATABASE_URL: dump! })).toThrow(
    'DUMP_DATABASE_URL must not be set without DATABASE_URL or APP_DATABASE_URL',
  );
});
