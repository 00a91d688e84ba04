import { expect, test } from 'vitest';
import { systemClock } from './infra/clock.ts';
import type { Replica } from './infra/read-replica.ts';
import { testApi, testPerson } from './testing/api.ts';
import { testDatabase } from './testing/database.ts';
import { testModules } from './testing/modules.ts';

test('feeds and files are read from the replica, and data that people edit from the primary', async () => {
  const { db, close } = await testDatabase();
  let reads = 0;
  const replica: Replica = {
    read(work) {
      reads += 1;
      return work(db);
    },
  };
  const modules = testModules(db, systemClock, ['listings', 'syndication', 'payouts']);
  const api = await testApi(db, systemClock, modules, {}, replica);
  const as = await testPerson(db, 'clipper');
  const readsOf = async (path: string): Promise<number> => {
    reads = 0;
    expect((await api.send('GET', path, { as })).status).toBe(200);
    return reads;
  };
  expect(await readsOf('/api/listings')).toBe(1);
  expect(await readsOf('/feeds/listings.json')).toBe(1);
  expect(await readsOf('/api/clipper/payouts')).toBe(0);
  expect(await readsOf('/api/clipper/payouts.csv')).toBe(1);
  await api.close();
  await close();
});
