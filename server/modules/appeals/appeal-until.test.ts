import { afterAll, expect, test } from 'vitest';
import { DAY, MovableClock } from '#server/infra/clock.ts';
import { testPerson } from '#server/testing/api.ts';
import { appealWorld } from '#server/testing/appeals.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testHold } from '#server/testing/questions.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const { api, admin, runDue, file, decide, appealOf } = await appealWorld(db, clock);
afterAll(async () => {
  await api.close();
  await t.close();
});

const uphold = (hold: string) =>
  api.send('POST', `/api/admin/fraud-holds/${hold}/uphold`, { as: admin, body: { note: 'Bought.' } });
const listingState = async (id: string) =>
  (await db.selectFrom('listings').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

test('an ended listing waits for a hold whose appeal period restarted when another hold was decided', async () => {
  const made = await testListing(db, clock.now());
  const person = await testPerson(db, 'clipper');
  const clip = await testClip(db, {
    listingId: made.id,
    clipperId: person.accountId,
    approvedAt: clock.now(),
    views: 5_000,
  });
  await runDue();
  const first = await testHold(db, clip, clock.now(), { fromViews: 3_000, toViews: 5_000 });
  await runDue();
  await db
    .updateTable('clip_tracking')
    .set({ state: 'finished', next_poll_at: null })
    .where('submission_id', '=', clip)
    .execute();
  const over = { tracking_until: clock.now() };
  await db.updateTable('submissions').set(over).where('id', '=', clip).execute();
  await uphold(first);
  clock.advance(5 * DAY);
  const second = await testHold(db, clip, clock.now(), { fromViews: 1_000, toViews: 2_000 });
  clock.advance(5 * DAY);
  await uphold(second);
  const ended = { state: 'ended' as const, ended_at: clock.now() };
  await db.updateTable('listings').set(ended).where('id', '=', made.id).execute();
  clock.advance(2 * DAY);
  expect(await file(clip, person)).toMatchObject({ status: 200 });
  clock.advance(6 * DAY);
  expect(await decide(clip, 'dismiss')).toMatchObject({ status: 200 });
  clock.advance(6 * DAY);
  await runDue();
  expect(await listingState(made.id)).toBe('ended');
  expect(await file(clip, person)).toMatchObject({ status: 200 });
  expect((await appealOf(clip)).fraud_hold_id).toBe(first);
  expect(await decide(clip, 'dismiss')).toMatchObject({ status: 200 });
  clock.advance(7 * DAY);
  await runDue();
  expect(await listingState(made.id)).toBe('settled');
});
