import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { TEST_SECRET as SECRET } from '#server/testing/actor.ts';
import { LIVE_ENV } from '#server/testing/live-env.ts';

const DATABASE_URL = 'postgres://owner:pw@db.example:5432/permille';
const roleWith = (env: Record<string, string>) => readConfig({ ...LIVE_ENV, SECRET, ...env }).role;

test('a process does everything unless ROLE names its part', () => {
  expect(readConfig({ SECRET }).role).toBe('all');
  for (const ROLE of ['web', 'worker', 'all']) {
    expect(roleWith({ ROLE, DATABASE_URL })).toBe(ROLE);
    expect(roleWith({ ROLE, APP_DATABASE_URL: DATABASE_URL })).toBe(ROLE);
  }
  expect(() => roleWith({ ROLE: 'jobs', DATABASE_URL })).toThrow('ROLE must be web, worker or all.');
});

test.each(['web', 'worker'])(
  'ROLE=%s is refused when there can be no second process, one sentence each',
  (ROLE) => {
    expect(() => roleWith({ ROLE })).toThrow(/^ROLE must be all with the embedded database, [^.]+\.$/);
    expect(() => roleWith({ ROLE, DATABASE_URL, MODE: 'demo' })).toThrow(
      /^ROLE must be all in demo mode, [^.]+\.$/,
    );
  },
);

test('a process among several needs the public address, which its own port does not show', () => {
  const staging = { ROLE: 'worker', DATABASE_URL, MODE: 'staging', APP_URL: '' };
  expect(() => roleWith(staging)).toThrow(/^APP_URL must be set with ROLE=worker, [^.]+\.$/);
});

test('only a web process drains by default, for at most ten seconds', () => {
  const drainOf = (env: Record<string, string>) => readConfig({ ...LIVE_ENV, SECRET, ...env }).drainSeconds;
  expect(drainOf({})).toBe(0);
  expect(drainOf({ ROLE: 'worker', DATABASE_URL })).toBe(0);
  expect(drainOf({ ROLE: 'web', DATABASE_URL })).toBe(5);
  expect(drainOf({ ROLE: 'web', DATABASE_URL, DRAIN_SECONDS: '0' })).toBe(0);
  expect(drainOf({ DRAIN_SECONDS: '10' })).toBe(10);
  for (const DRAIN_SECONDS of ['11', '-1', '2.5'])
    expect(() => drainOf({ DRAIN_SECONDS })).toThrow('DRAIN_SECONDS must be a whole number from 0 to 10.');
});
