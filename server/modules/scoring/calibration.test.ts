import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPerson } from '#server/testing/api.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { placeHonestClips } from '#server/testing/honest-clips.ts';
import { calibrationJob } from './calibration.job.ts';
import { CALIBRATION_CLIPS } from './score/calibration.ts';
import { settingOf, shippedRules } from './score/rules.ts';
import { changeSignals, newestVersion } from './score-versions.ts';

let database: TestDatabase;
let world: ClipWorld;
beforeAll(async () => {
  database = await testDatabase();
  world = await clipWorld(database);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

test('calibrates by seasoned honest clips from the calibration size on, until an admin changes weights', async () => {
  const admin = await testPerson(world.db, 'admin');
  const now = world.clock.now();
  const place = (count: number, score: number, seasonedDays: number, evidence?: 'counts' | 'analytics') =>
    placeHonestClips(database.owner, count, { score, seasonedDays, now, listingId: admin.userId, evidence });
  const calibration = async () => {
    await calibrationJob(world.db).run(now);
    return (await newestVersion(world.db)).settings.calibration;
  };
  await place(CALIBRATION_CLIPS - 1, 0, 20);
  await place(50, 0, 13);
  // Clips with released figures form their own class.
  await place(50, 0, 20, 'analytics');
  expect(await calibration()).toEqual([]);

  await place(1, 40, 20);
  const [found, ...others] = await calibration();
  expect(others).toEqual([]);
  expect(found).toMatchObject({ platform: 'tiktok', size: 'medium', evidence: 'counts' });
  expect([found!.scores[0], found!.scores[40]]).toEqual([CALIBRATION_CLIPS - 1, 1]);
  const { version } = await newestVersion(world.db);
  await calibration();
  expect((await newestVersion(world.db)).version).toBe(version);

  const { ramps, ...signal } = settingOf(shippedRules.signals[0]!);
  const signals = [{ ...signal, ramps, weight: 0.1 }];
  await world.db
    .transaction()
    .execute((tx) => changeSignals(tx, { version, signals, note: 'Less.', adminId: admin.userId, now }));
  expect(await calibration()).toEqual([]);
});
