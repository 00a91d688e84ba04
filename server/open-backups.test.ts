import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { createLog } from './infra/log.ts';
import { openBackups } from './open-backups.ts';
import { TEST_SECRET } from './testing/actor.ts';
import { testDatabase } from './testing/database.ts';

test.each([
  ['a demo', { MODE: 'demo' }, []],
  ['staging with simulated platforms', { MODE: 'staging', SIMULATOR_PORT: '3090' }, []],
  ['staging with real platforms', { MODE: 'staging' }, ['Backups']],
])('backups of %s are watched, unless their data is simulated', async (_name, env, names) => {
  const { db, close } = await testDatabase();
  const config = readConfig({ SECRET: TEST_SECRET, DATA_DIR: '/tmp', ...env });
  const { checks } = openBackups(config, { db, secret: TEST_SECRET, ownerUrl: null }, createLog('silent'));
  expect(checks.map(({ name }) => name)).toEqual(names);
  await close();
});
