import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DryRun, ScoreRules, SignalSetting } from '#contract/scoring/score-rules.ts';
import type { Actor } from '#server/http/actor.ts';
import { testPerson } from '#server/testing/api.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { placeClips } from '#server/testing/cohorts.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { BASELINE_CLIPS, baselinesJob } from './baselines.job.ts';

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

const rules = async () =>
  (await world.api.send('GET', '/api/admin/score', { as: admin })).body as unknown as ScoreRules;
const versions = () => world.db.selectFrom('score_versions').selectAll().orderBy('version').execute();
const post = (path: string, body: object) =>
  world.api.send('POST', `/api/admin/score${path}`, { as: admin, body });

/** Divides all weights by 100, so that no score reaches the hold band. */
const nearlyNothing = (signals: ScoreRules['signals']): SignalSetting[] =>
  signals.map(({ id, weight, ramps }) => ({ id, weight: weight / 100, ramps }));

async function boughtClip(): Promise<string> {
  const curve = [
    { hours: 12, views: 2_000, likes: 120, comments: 9, shares: 4 },
    { hours: 14, views: 42_000, likes: 122, comments: 9, shares: 4 },
    { hours: 40, views: 43_000, likes: 130, comments: 9, shares: 4 },
  ];
  const { id } = await world.submitClip({ curve });
  await world.pass(30, 3);
  return id;
}

const verdictOf = (id: string) =>
  world.db
    .selectFrom('clip_tracking')
    .select(['band', 'score_version'])
    .where('submission_id', '=', id)
    .executeTakeFirstOrThrow();

test('lists in a dry run the clips whose band would change, and judges by saved changes from the next count on', async () => {
  const id = await boughtClip();
  expect(await verdictOf(id)).toEqual({ band: 'hold', score_version: 0 });
  const before = await rules();
  const signals = nearlyNothing(before.signals);

  const run = (await post('/dry-run', { signals })).body as unknown as DryRun;
  expect(run).toMatchObject({ clips: 1, changed: 1, newlyHeld: 0, noLongerHeld: 1 });
  expect(run.rows).toMatchObject([{ submissionId: id, before: { band: 'hold' }, after: { band: 'clean' } }]);
  expect(await versions()).toEqual([]);

  const saved = await post('', { signals, version: 0, note: 'Trying less.' });
  expect(saved.body).toEqual({ version: 1 });
  const audit = await world.db
    .selectFrom('audit_log')
    .select(['actor_id', 'data'])
    .where('action', '=', 'score.changed')
    .execute();
  expect(audit).toMatchObject([{ actor_id: admin.userId, data: { version: 1, note: 'Trying less.' } }]);
  await world.pass(2, 1);
  expect(await verdictOf(id)).toEqual({ band: 'clean', score_version: 1 });
  expect((await post('', { signals, version: 0, note: 'Late.' })).body.code).toBe('changed_meanwhile');
  expect(await rules()).toMatchObject({ version: 1, versions: [{ version: 1, note: 'Trying less.' }] });
});

test('refuses a reversed threshold and an unknown signal', async () => {
  const { signals, version } = await rules();
  const steady = signals.find(({ id }) => id === 'linear_delivery')!;
  const [ramp] = steady.ramps as [SignalSetting['ramps'][number]];
  const turned = { ...steady, ramps: [{ ...ramp, weak: ramp.strong, strong: ramp.weak }] };
  for (const signal of [
    turned,
    { ...steady, id: 'unknown' },
    { ...steady, ramps: [{ ...ramp, platform: 'tiktok' }] },
  ]) {
    expect((await post('', { signals: [signal], version, note: 'No.' })).body.code).toBe('invalid_input');
  }
});

test('takes baselines from 200 approved clips of a platform, not from fewer, within a factor of two', async () => {
  const job = () => baselinesJob(world.db).run(world.clock.now());
  const place = async (count: number, likesOf: (i: number) => number) => {
    const clips = Array.from({ length: count }, (_, i) => ({
      scenario: 'organic' as const,
      seed: i,
      listingId: admin.userId,
      clipperId: admin.accountId,
      postedAt: world.clock.now(),
    }));
    const placed = await placeClips(database.owner, clips, null, 2);
    const ids = placed.map(({ id }) => id);
    await sql`update submissions set status = 'approved', approved_at = submitted_at, tracking_until = submitted_at
      where id = any(${ids}::uuid[])`.execute(database.owner);
    for (const [i, id] of ids.entries()) {
      await sql`update clip_tracking set band = 'clean', views = 100000, likes = ${likesOf(i)}, comments = ${Math.round(likesOf(i) / 50)}
        where submission_id = ${id}`.execute(database.owner);
    }
  };
  await place(BASELINE_CLIPS - 1, (i) => 3_000 + 40 * i);
  const before = (await versions()).length;
  await job();
  expect(await versions()).toHaveLength(before);
  expect((await rules()).baselines[0]).toMatchObject({ clips: BASELINE_CLIPS - 1, isMeasured: false });

  await place(1, () => 3_000);
  await job();
  const tiktok = (await rules()).baselines.find(({ platform }) => platform === 'tiktok')!;
  expect(tiktok.isMeasured).toBe(true);
  expect(tiktok.likesPerView.median).toBeCloseTo(0.07, 2);
  expect(tiktok.likesPerView.p05).toBe(0.022);
  expect((await versions()).at(-1)).toMatchObject({ made_by: null });
  await job();
  expect(await versions()).toHaveLength(before + 1);
});

test('exports the rules as a file with a line for each signal and each platform that has its own thresholds', async () => {
  const { signals } = await rules();
  const { bytes } = await world.api.send('GET', '/api/admin/score.csv', { as: admin });
  const [header, ...lines] = String(bytes).trimEnd().split('\r\n');
  expect(header).toBe('\uFEFFSignal,Platform,Suspicion from,Full at,Weight,Weight as shipped,Id');
  expect(lines).toHaveLength(signals.reduce((sum, { ramps }) => sum + Math.max(1, ramps.length), 0));
  const [first] = signals;
  const [ramp] = first!.ramps;
  expect(lines[0]).toBe(
    [
      first!.name,
      ramp!.platform,
      ramp!.weak,
      ramp!.strong,
      first!.weight,
      first!.shippedWeight,
      first!.id,
    ].join(),
  );
});
