import { afterAll, expect, test } from 'vitest';
import { personOf } from '#db/seed/person-of.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { balanceOf, host } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { bannedWorld, dollars } from '#server/testing/banned-world.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { jobOf } from '#server/testing/jobs.ts';
import { testModules } from '#server/testing/modules.ts';

const w = await bannedWorld();
const { db, clock, ban, unban } = w;
const [listings] = testModules(db, clock, ['listings']);
afterAll(() => w.close());

const statusOf = async (id: string) =>
  (await db.selectFrom('submissions').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

test('withdraws the pending clips of a banned clipper, and an ended listing settles without them', async () => {
  const { id: listingId, hostId } = await testListing(db, clock.now());
  const clipper = await testPerson(db, 'clipper');
  const waiting = { listingId, clipperId: clipper.accountId, approvedAt: null, submittedAt: clock.now() };
  const [pending, decided] = [await testClip(db, waiting), await testClip(db, waiting)];
  await db
    .updateTable('submissions')
    .set({ decision: 'approve', decision_by: personOf(hostId), decision_commits_at: after(clock.now(), DAY) })
    .where('id', '=', decided)
    .execute();
  const other = await testClip(db, { ...waiting, clipperId: (await testPerson(db, 'clipper')).accountId });
  await ban(clipper);
  expect([await statusOf(pending), await statusOf(decided), await statusOf(other)]).toEqual([
    'withdrawn',
    'withdrawn',
    'pending',
  ]);
  await ban(await clipperOf(other));
  await db
    .updateTable('listings')
    .set({ state: 'ended', ended_at: clock.now() })
    .where('id', '=', listingId)
    .execute();
  await jobOf(listings, 'listings.settle-ended').run(clock.now());
  const listing = await db
    .selectFrom('listings')
    .select('state')
    .where('id', '=', listingId)
    .executeTakeFirst();
  expect([listing!.state, await balanceOf(db, host(hostId))]).toEqual(['settled', dollars(100)]);
  await unban(clipper);
  expect(await statusOf(pending)).toBe('withdrawn');
  const notices = await db
    .selectFrom('notifications')
    .select('body')
    .where('user_id', '=', clipper.userId)
    .where('kind', '=', 'submission.closed')
    .execute();
  expect(notices.map(({ body }) => body.includes('Your account was banned before'))).toEqual([true, true]);
});

const clipperOf = async (clip: string) => {
  const { clipper_id } = await db
    .selectFrom('submissions')
    .select('clipper_id')
    .where('id', '=', clip)
    .executeTakeFirstOrThrow();
  return { ...(await testPerson(db, 'clipper')), userId: personOf(clipper_id), accountId: clipper_id };
};
