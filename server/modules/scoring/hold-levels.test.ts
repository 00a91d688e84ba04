import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/http/actor.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { testPerson } from '#server/testing/api.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { placeHonestClips } from '#server/testing/honest-clips.ts';
import { calibrationJob } from './calibration.job.ts';
import { type ComparedClip, findHeld } from './hold-levels.ts';
import { CALIBRATION_CLIPS } from './score/calibration.ts';
import { levelAt } from './score/hold-levels.ts';

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
/** Stores `count` final clips with score 0. The last `bought` of them have a hold that an admin upheld. */
async function place(count: number, bought = 0): Promise<string[]> {
  const ids = await placeHonestClips(database.owner, count, {
    score: 0,
    seasonedDays: 20,
    now: now(),
    listingId: admin.userId,
  });
  await database.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const id of ids.slice(count - bought)) {
      await sql`insert into fraud_holds (id, submission_id, state, score, reason, from_views, opened_at, decide_by, decided_at, decided_by)
        values (${newId()}, ${id}, 'upheld', 80, 'Bought.', 0, ${now()}, ${now()}, ${now()}, ${admin.userId})`.execute(
        tx,
      );
    }
  });
  return ids;
}
const tests = () =>
  world.db.selectFrom('score_tests').selectAll().where('platform', '=', 'tiktok').orderBy('place').execute();
const judge = (clips: Partial<ComparedClip>[]) =>
  transact(world.db, (tx) =>
    findHeld(
      tx,
      clips.map((clip) => ({ submissionId: '', platform: 'tiktok', p: 1, wouldHold: false, ...clip })),
      now(),
    ),
  );

test('asks a person instead of holding while few clips are found bought, and says so in the verdict', async () => {
  await place(CALIBRATION_CLIPS);
  await calibrationJob(world.db).run(now());
  const curve = [
    { hours: 40, views: 2_000, likes: 120, comments: 9, shares: 4 },
    { hours: 42, views: 42_000, likes: 122, comments: 9, shares: 4 },
    { hours: 70, views: 43_000, likes: 130, comments: 9, shares: 4 },
  ];
  const { id } = await world.submitClip({ curve });
  await world.pass(56, 4);
  const verdict = await world.db
    .selectFrom('clip_tracking')
    .select(['band', 'summary', 'score'])
    .where('submission_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(verdict.score).toBeGreaterThanOrEqual(60);
  expect(verdict.band).toBe('needs_review');
  expect(verdict.summary).toMatch(
    /0 scored as high\. Few clips were found bought lately, so that holds nothing\.$/,
  );
  expect(
    await world.db.selectFrom('fraud_holds').select('id').where('submission_id', '=', id).execute(),
  ).toEqual([]);
  const all = await tests();
  // Clips that were final before the first comparison get the first places, with level 0.
  expect(all).toHaveLength(CALIBRATION_CLIPS + 1);
  expect(all.slice(0, -1).every(({ level }) => level === 0)).toBe(true);
  expect(all.at(-1)).toMatchObject({ submission_id: id, place: BigInt(all.length), found_after: null });
  expect(all.at(-1)!.p).toBeCloseTo(1 / (CALIBRATION_CLIPS + 1));
});

test('counts a clip that a person finds bought after being asked as a discovery, which raises later levels', async () => {
  const before = (await tests()).length;
  const [honest] = await place(1);
  await judge([{ submissionId: honest! }]);
  expect((await tests()).at(-1)!.level).toBe(levelAt(before + 1, { lately: [], hasEarlier: false }));
  await sql`update clip_tracking set excluded_views = 100 where submission_id = (
    select submission_id from score_tests where p is not null)`.execute(database.owner);
  const [later] = await place(1);
  await judge([{ submissionId: later! }]);
  const all = await tests();
  expect(all.at(-1)!.level).toBe(levelAt(before + 2, { lately: [before + 1], hasEarlier: false }));
  expect(all.filter(({ found_after }) => found_after !== null)).toMatchObject([
    { found_after: BigInt(before + 1) },
  ]);
});

test('gives each clip one place and one level without gaps when processes judge at once, and changes none later', async () => {
  const before = (await tests()).length;
  const ids = await place(60);
  const bunches = Array.from({ length: 12 }, (_, i) => ids.slice(5 * i, 5 * i + 5));
  await Promise.all(bunches.map((bunch) => judge(bunch.map((submissionId) => ({ submissionId })))));
  const once = await tests();
  expect(once.map(({ place }) => Number(place))).toEqual(
    Array.from({ length: before + 60 }, (_, i) => i + 1),
  );
  expect(new Set(once.map(({ submission_id }) => submission_id)).size).toBe(once.length);
  const discoveries = { lately: [before - 1], hasEarlier: false };
  for (const { place, level } of once.slice(before)) expect(level).toBe(levelAt(Number(place), discoveries));
  await Promise.all(
    bunches.toReversed().map((bunch) => judge(bunch.map((submissionId) => ({ submissionId })))),
  );
  expect(await tests()).toEqual(once);
});

test('holds a clip only while its p-value is within its level, and notes its discovery once', async () => {
  const [first, second] = (await tests()).slice(-2);
  const held = await judge([
    { submissionId: first!.submission_id, p: first!.level, wouldHold: true },
    { submissionId: second!.submission_id, p: second!.level * 1.01, wouldHold: true },
  ]);
  expect([...held]).toEqual([first!.submission_id]);
  const found = (await tests()).find(({ submission_id }) => submission_id === first!.submission_id)!;
  expect(found.found_after).toBe(BigInt((await tests()).length));
  await place(1).then(([submissionId]) => judge([{ submissionId: submissionId! }]));
  expect([
    ...(await judge([{ submissionId: first!.submission_id, p: first!.level / 2, wouldHold: true }])),
  ]).toEqual([first!.submission_id]);
  expect((await tests()).find(({ submission_id }) => submission_id === first!.submission_id)).toEqual(found);
});

test('learns how often views are bought from holds that people upheld before clips could be compared', async () => {
  await database.owner.deleteFrom('score_tests').execute();
  await database.owner.deleteFrom('score_test_counts').execute();
  await place(40, 40);
  const [fresh] = await place(1);
  expect((await judge([{ submissionId: fresh!, p: 0.004, wouldHold: true }])).size).toBe(1);
  const all = await tests();
  const found = all.slice(0, -1).filter(({ found_after }) => found_after !== null);
  expect(found).toHaveLength(40);
  expect(found.every(({ place, found_after }) => place === found_after)).toBe(true);
  const lately = found.map(({ place }) => Number(place));
  expect(all.at(-1)!.level).toBe(levelAt(all.length, { lately, hasEarlier: false }));
});
