import { afterAll, expect, test } from 'vitest';
import { testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testMediaFile } from '#server/testing/media-file.ts';
import { readMatch } from './queries.ts';

const t = await testDatabase();
const { db } = t;
const now = new Date('2026-03-02T12:00:00Z');
afterAll(() => t.close());

test('asks for a clip’s file only if the sound of the source can be compared', async () => {
  const [host, clipper] = [await testPerson(db, 'host'), await testPerson(db, 'clipper')];
  const sourceId = await testMediaFile(t.owner, { owner_id: host.accountId, kind: 'source' });
  const { id: listingId } = await testListing(db, now, {
    hostId: host.accountId,
    rules: { source_media_id: sourceId, source_url: null },
  });
  const clip = () => testClip(db, { listingId, clipperId: clipper.accountId, approvedAt: null });
  const [withoutFile, withRefused] = [await clip(), await clip()];
  const refused = { state: 'refused' as const, refusal: 'file_truncated' };
  const mediaId = await testMediaFile(t.owner, { owner_id: clipper.accountId, kind: 'clip', ...refused });
  await db
    .insertInto('clip_files')
    .values({
      submission_id: withRefused,
      media_id: mediaId,
      state: 'waiting',
      due_at: now,
      attached_at: now,
    })
    .execute();
  const states = async () =>
    await Promise.all(
      [withoutFile, withRefused].map(async (id) => (await readMatch(db, id, 'clipper')).state),
    );
  for (const sound of [null, 'ready', 'silent', 'undecodable', 'unreadable'] as const) {
    await t.owner.updateTable('media_files').set({ sound }).where('id', '=', sourceId).execute();
    const isComparable = sound === null || sound === 'ready';
    expect([sound, await states()]).toEqual([
      sound,
      isComparable ? ['no_file', 'refused'] : ['no_source', 'no_source'],
    ]);
  }
});
