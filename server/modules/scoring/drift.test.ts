import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScoreDrift } from '#contract/scoring/score-drifts.ts';
import type { Actor } from '#server/http/actor.ts';
import { newId } from '#server/infra/id.ts';
import { testPerson } from '#server/testing/api.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { placeHonestClips } from '#server/testing/honest-clips.ts';
import { calibrationJob } from './calibration.job.ts';
import { driftJob } from './drift.job.ts';
import { scoreCheck, scoreMetrics } from './health.ts';
import { CALIBRATION_CLIPS } from './score/calibration.ts';
import { settingOf, shippedRules } from './score/rules.ts';
import { changeSignals, currentRules, newestVersion } from './score-versions.ts';

let database: TestDatabase;
let world: ClipWorld;
let admin: Actor;
beforeAll(async () => {
  database = await testDatabase();
  world = await clipWorld(database);
  admin = await testPerson(world.db, 'admin');
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const now = () => world.clock.now();
const place = (count: number, score: number, seasonedDays: number, evidence?: 'counts' | 'analytics') =>
  placeHonestClips(database.owner, count, {
    ...{ score, seasonedDays, now: now(), listingId: admin.userId, evidence },
  });
const look = () => driftJob(world.db).run(now());
const drifts = async () =>
  (await world.api.send('GET', '/api/admin/score-drifts', { as: admin })).body.rows as ScoreDrift[];
const close = (id: string, recalibrate: boolean) =>
  world.api.send('POST', `/api/admin/score-drifts/${id}/close`, {
    as: admin,
    body: { recalibrate, note: 'Seen.' },
  });
const mediumTiktok = { platform: 'tiktok', size: 'medium', evidence: 'counts' } as const;

test('records a drift once, suspends the holds of its class and ends as an admin decides', async () => {
  await place(CALIBRATION_CLIPS + 200, 0, 60);
  await calibrationJob(world.db).run(now());
  await look();
  expect(await drifts()).toEqual([]);
  expect(await scoreCheck(world.db).problem()).toBeNull();

  // At first each later clip scores above all earlier ones, so fewer than twenty suffice for an alarm.
  await place(40, 70, 30);
  await Promise.all([look(), look(), look()]);
  await look();
  const [drift, ...others] = await drifts();
  expect(others).toEqual([]);
  expect(drift).toMatchObject({ ...mediumTiktok, closed: null });
  expect(drift!.clipsAbove).toBeLessThanOrEqual(drift!.clips);
  expect(new Date(drift!.since).getTime()).toBe(now().getTime() - 16 * 86_400_000);
  expect((await currentRules(world.db)).drifted).toEqual([mediumTiktok]);
  expect(await scoreCheck(world.db).problem()).toMatch(/TikTok \(medium clips\)/);
  expect(await scoreMetrics(world.db)[0]!.read()).toBe(1);

  expect((await close(newId(), false)).body.code).toBe('not_found');
  expect((await close(drift!.id, true)).body).toMatchObject({
    code: 'score_drift_clips',
    detail: `Since the drift began 40 clips were found honest; ${CALIBRATION_CLIPS} are needed.`,
  });
  expect((await drifts())[0]!.closed).toBeNull();
  expect((await close(drift!.id, false)).status).toBe(200);
  expect((await close(drift!.id, false)).body.code).toBe('score_drift_state');
  expect((await currentRules(world.db)).drifted).toEqual([]);
  const audits = await world.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('subject_type', '=', 'score_drift')
    .orderBy('id')
    .execute();
  expect(audits).toEqual([
    { action: 'score.drifted', actor_id: null },
    { action: 'score.drift_closed', actor_id: admin.userId },
  ]);
  await look();
  expect((await drifts()).filter(({ closed }) => closed === null)).toEqual([]);
});

test('compares scores only with clips since the drift began after a recalibration', async () => {
  world.clock.advanceHours(24);
  await place(CALIBRATION_CLIPS, 90, 14);
  await look();
  const [drift] = await drifts();
  expect(drift).toMatchObject({ closed: null });
  const { version } = await newestVersion(world.db);
  expect((await close(drift!.id, true)).status).toBe(200);
  const newest = await newestVersion(world.db);
  expect(newest.version).toBe(version + 1);
  const [counted, ...others] = newest.settings.calibration;
  expect(others).toEqual([]);
  expect([counted!.scores[0], counted!.scores[90]]).toEqual([0, CALIBRATION_CLIPS]);
  await look();
  expect((await drifts()).filter(({ closed }) => closed === null)).toEqual([]);
});

test('keeps a drift of clips with released figures apart from one of clips judged by counts', async () => {
  world.clock.advanceHours(1);
  await place(CALIBRATION_CLIPS + 100, 0, 20, 'analytics');
  await calibrationJob(world.db).run(new Date(now().getTime() + 7 * 86_400_000));
  await place(40, 70, 16, 'analytics');
  world.clock.advanceHours(24);
  await look();
  const ofFigures = { ...mediumTiktok, evidence: 'analytics' };
  expect((await drifts()).filter(({ closed }) => closed === null)).toMatchObject([ofFigures]);
  expect((await currentRules(world.db)).drifted).toEqual([ofFigures]);
  expect(await scoreCheck(world.db).problem()).toMatch(/TikTok \(medium clips with analytics\)/);
});

test('ends a drift when an admin changes the weights', async () => {
  world.clock.advanceHours(1);
  const { version } = await newestVersion(world.db);
  await database.owner
    .insertInto('score_drifts')
    .values({
      id: newId(),
      ...mediumTiktok,
      promise: 'held',
      since: now(),
      found_at: now(),
      clips: 3,
      clips_above: 3,
    })
    .execute();
  const signals = [{ ...settingOf(shippedRules.signals[0]!), weight: 0.1 }];
  await world.db
    .transaction()
    .execute((tx) =>
      changeSignals(tx, { version, signals, note: 'Less.', adminId: admin.userId, now: now() }),
    );
  expect((await drifts())[0]!.closed).toMatchObject({ note: 'Less.', recalibrated: false });
  await look();
  expect((await currentRules(world.db)).drifted).toEqual([]);
});
