import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personalAccount, type UserId } from '#contract/accounts/ids.ts';
import { newId } from '#server/infra/id.ts';
import { testPerson } from '#server/testing/api.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { placeClips } from '#server/testing/cohorts.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';

let database: TestDatabase;
let world: ClipWorld;
let adminId: UserId;
let admin: Awaited<ReturnType<typeof testPerson>>;
beforeAll(async () => {
  database = await testDatabase();
  world = await clipWorld(database);
  admin = await testPerson(world.db, 'admin');
  adminId = admin.userId;
});
afterAll(async () => {
  await world.close();
  await database.close();
});

/** Stores clips with one verdict that were submitted `daysAgo` days ago. */
async function place(
  count: number,
  { daysAgo, band, excluded = 0 }: { daysAgo: number; band: string; excluded?: number },
): Promise<string[]> {
  const postedAt = new Date(world.clock.now().getTime() - daysAgo * 86_400_000);
  const clips = Array.from({ length: count }, (_, seed) => ({
    scenario: 'organic' as const,
    seed,
    listingId: adminId,
    clipperId: personalAccount(adminId),
    postedAt,
  }));
  const ids = (await placeClips(database.owner, clips, null, 2)).map(({ id }) => id);
  await sql`update submissions set submitted_at = ${postedAt} where id = any(${ids}::uuid[])`.execute(
    database.owner,
  );
  await sql`update clip_tracking set band = ${band}, excluded_views = ${excluded} where submission_id = any(${ids}::uuid[])`.execute(
    database.owner,
  );
  return ids;
}

type HoldState = 'open' | 'escalated' | 'released' | 'upheld';

async function hold(submissionId: string, state: HoldState, decidedBy: UserId | null = null): Promise<void> {
  const now = world.clock.now();
  await database.owner
    .insertInto('fraud_holds')
    .values({
      id: newId(),
      submission_id: submissionId,
      state,
      score: 80,
      reason: 'Bought.',
      from_views: 0n,
      opened_at: now,
      decide_by: now,
      decided_by: decidedBy,
    })
    .execute();
}

test('counts per week the clips held, asked about and missed, and the outcomes of the holds', async () => {
  await place(3, { daysAgo: 0, band: 'clean' });
  await place(2, { daysAgo: 0, band: 'needs_review' });
  await place(4, { daysAgo: 0, band: 'not_enough_data' });
  await place(1, { daysAgo: 0, band: 'clean', excluded: 500 });
  const held = await place(5, { daysAgo: 0, band: 'hold', excluded: 100 });
  await hold(held[0]!, 'open');
  await hold(held[1]!, 'upheld', adminId);
  await hold(held[2]!, 'released', adminId);
  await hold(held[3]!, 'released');
  // A clip with a released and an upheld hold counts as upheld.
  await hold(held[4]!, 'released', adminId);
  await hold(held[4]!, 'upheld', adminId);
  const [before] = await place(1, { daysAgo: 14, band: 'needs_review' });
  await hold(before!, 'escalated');
  await place(1, { daysAgo: 27 * 7, band: 'clean' });

  const { body } = await world.api.send('GET', '/api/admin/score-weeks', { as: admin });
  const [newest, older, ...others] = body.rows;
  expect(newest).toMatchObject({ platform: 'tiktok', judged: 11, asked: 2, held: 5, missed: 1 });
  expect(newest).toMatchObject({ undecided: 1, upheld: 2, overturned: 1, lapsed: 1 });
  expect(new Date(newest.week).getUTCDay()).toBe(1);
  expect(older).toMatchObject({ judged: 1, asked: 0, held: 1, undecided: 1 });
  expect(others).toEqual([]);
  const { bytes } = await world.api.send('GET', '/api/admin/score-weeks.csv', { as: admin });
  expect(String(bytes).split('\r\n')[1]).toBe(`${newest.week},tiktok,11,2,5,2,1,1,1,1`);
});
