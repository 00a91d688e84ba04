import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { TEST_SECRET as SECRET } from '#server/testing/actor.ts';
import { LIVE_ENV } from '#server/testing/live-env.ts';

const SIMULATOR_PORT = '3090';
const staging = { SECRET, MODE: 'staging', SIMULATOR_PORT };
const portWith = (env: Record<string, string>) => readConfig({ SECRET, ...env }).simulatorPort;

test('a demo always simulates, staging when it names a port, a live system never', () => {
  expect(portWith({})).toBe(0);
  expect(portWith({ MODE: 'staging' })).toBeNull();
  expect(portWith(staging)).toBe(3090);
  expect(portWith(LIVE_ENV)).toBeNull();
});

test('a live system refuses a simulator, in production or not', () => {
  for (const NODE_ENV of ['production', ''])
    expect(() => portWith({ ...LIVE_ENV, NODE_ENV, SIMULATOR_PORT })).toThrow(
      /^SIMULATOR_PORT must not be set on a live system, [^.]+\.$/,
    );
});

test.each<Record<string, string>>([
  { TWITCH_CLIENT_ID: 'abcd', TWITCH_CLIENT_SECRET: 'efgh' },
  { DISCORD_APPLICATION_ID: '1100000000000000000', DISCORD_PUBLIC_KEY: 'a'.repeat(64) },
])('a platform is called or simulated, never both: %o', (keys) => {
  expect(() => portWith({ ...staging, ...keys })).toThrow(
    /_ID must not be set with SIMULATOR_PORT, [^.]+\.$/,
  );
});

test('the simulator has a separate port and runs in one process only', () => {
  expect(() => portWith({ ...staging, PORT: SIMULATOR_PORT })).toThrow(
    'SIMULATOR_PORT must be another port than PORT; choose a free one.',
  );
  for (const wrong of ['0', '65536', 'auto'])
    expect(() => portWith({ ...staging, SIMULATOR_PORT: wrong })).toThrow(/^SIMULATOR_PORT must be a /);
  const DATABASE_URL = 'postgres://owner:pw@db.example:5432/permille';
  expect(() => portWith({ ...staging, DATABASE_URL, ROLE: 'web' })).toThrow(
    /^ROLE must be all with SIMULATOR_PORT, [^.]+\.$/,
  );
});
