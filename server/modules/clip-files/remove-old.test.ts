import { afterAll, expect, test } from 'vitest';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { testPerson } from '#server/testing/api.ts';
import { testClipFile } from '#server/testing/clip-file.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { removeOldFiles } from './remove-old.job.ts';

const { db, close } = await testDatabase();
afterAll(close);

const now = new Date('2026-03-02T12:00:00Z');

/** Creates a pending clip with a file that arrived now. */
async function clipWithFile(listingId: string) {
  const clipperId = (await testPerson(db, 'clipper')).accountId;
  const id = await testClip(db, { listingId, clipperId, approvedAt: null });
  const mediaId = await testClipFile(db, {
    submissionId: id,
    ownerId: clipperId,
    state: 'matched',
    now,
    removeAt: after(now, 120 * DAY),
  });
  return { id, clipperId, mediaId };
}

test('erases the file of a rejected or withdrawn clip a month later, unless its appeal is open', async () => {
  const listing = await testListing(db, now, { hostId: (await testPerson(db, 'host')).accountId });
  const names = ['rejected', 'withdrawn', 'appealed', 'pending'] as const;
  const clips = await Promise.all(names.map(() => clipWithFile(listing.id)));
  const [rejected, withdrawn, appealed] = clips.map(({ id }) => id) as [string, string, string];
  const change = (ids: string[], set: object) =>
    db.updateTable('submissions').set(set).where('id', 'in', ids).execute();
  await change([rejected, appealed], { status: 'rejected', decided_at: now });
  await change([withdrawn], { status: 'withdrawn', withdrawn_at: now });
  await db
    .insertInto('appeals')
    .values({
      id: newId(),
      submission_id: appealed,
      listing_id: listing.id,
      clipper_id: clips[2]!.clipperId,
      text: 'Look again.',
      opened_at: now,
      decide_by: now,
    })
    .execute();
  await db
    .updateTable('media_files')
    .set({ state: 'uploading', ready_at: null })
    .where('id', '=', clips[1]!.mediaId)
    .execute();
  const unremovable = () =>
    db
      .selectFrom('media_files')
      .select('id')
      .where('state', '=', 'erased')
      .where('ready_at', 'is', null)
      .execute();
  const job = removeOldFiles(db);
  const keptAfter = async (days: number) => {
    await job.run(after(now, days * DAY));
    const rows = await db
      .selectFrom('media_files')
      .select(['id', 'state'])
      .where('kind', '=', 'clip')
      .execute();
    return names.filter((_, at) => rows.find(({ id }) => id === clips[at]!.mediaId)?.state !== 'erased');
  };
  expect(await keptAfter(29)).toEqual(names);
  expect(await keptAfter(30)).toEqual(['appealed', 'pending']);
  await db
    .updateTable('appeals')
    .set({ state: 'dismissed', decided_at: after(now, 31 * DAY) })
    .execute();
  expect(await keptAfter(31)).toEqual(['pending']);
  // This clip's host has not decided yet.
  expect(await keptAfter(120)).toEqual(['pending']);
  await change([clips[3]!.id], { status: 'withdrawn', withdrawn_at: after(now, 120 * DAY) });
  expect(await keptAfter(121)).toEqual([]);
  // Any file in this list would stay on the disk forever, even an unfinished one.
  expect(await unremovable()).toEqual([]);
});
