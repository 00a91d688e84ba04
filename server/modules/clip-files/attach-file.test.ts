import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { UNUSED_UPLOADS_MAX } from '#contract/limits.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testMediaFile } from '#server/testing/media-file.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const env = {
  DATA_DIR: join(tmpdir(), 'permille-no-files'),
  UPLOADS_PERSON_GB: '1',
  UPLOADS_TOTAL_GB: '1',
};
const api = await testApi(db, clock, testModules(db, clock, ['media', 'clip-files'], { env }));
afterAll(async () => {
  await api.close();
  await t.close();
});

/** Announces a file for a new pending clip of a new clipper; `before` adds files of that clipper. */
async function announce(before: (clipperId: AccountId) => Promise<unknown>) {
  const { id: listingId } = await testListing(db, clock.now());
  const as = await testPerson(db, 'clipper');
  const clip = await testClip(db, { listingId, clipperId: as.accountId, approvedAt: null });
  await before(as.accountId);
  const body = { fileName: 'clip.mp4', sizeBytes: 1_000, contentType: 'video/mp4', fingerprint: null };
  const reply = await api.send('POST', `/api/submissions/${clip}/file`, { as, body });
  return `${reply.status} ${reply.body.code ?? 'done'}`;
}

describe('POST /api/submissions/:id/file', () => {
  test('429 refuses a clipper with ten files that no clip uses', async () => {
    const refused = await announce(async (owner_id) => {
      for (let files = 0; files < UNUSED_UPLOADS_MAX; files++)
        await testMediaFile(db, { owner_id, kind: 'clip' });
    });
    expect(refused).toBe('429 upload_quota');
  });

  test('507 refuses a file while those of others take all space for clips', async () => {
    const { accountId: owner_id } = await testPerson(db, 'clipper');
    const id = await testMediaFile(db, { owner_id, kind: 'clip', size_bytes: 250_000_000n });
    expect(await announce(async () => undefined)).toBe('507 uploads_full');
    await db.deleteFrom('media_files').where('id', '=', id).execute();
    expect(await announce(async () => undefined)).toBe('200 done');
  });
});
