import { afterAll, describe, expect, test } from 'vitest';
import { CHAT_SECONDS_MAX } from '#contract/media/chats.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testMediaFile } from '#server/testing/media-file.ts';
import { testModules } from '#server/testing/modules.ts';
import { eraseFile } from './media.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T12:00:00Z') });
const api = await testApi(db, clock, testModules(db, clock, ['media']));
afterAll(async () => {
  await api.close();
  await t.close();
});

const host = await testPerson(db, 'host');
const clipper = await testPerson(db, 'clipper');
const id = await testMediaFile(db, { owner_id: host.accountId, kind: 'source', duration_ms: 60_000n });
const rules = { source_media_id: id, source_url: null };
await testListing(db, clock.now(), { hostId: host.accountId, rules });
const path = `/api/media/${id}/chat`;
const shown = async (as = clipper) => (await api.send('GET', path, { as })).body.perSecond;
const give = (perSecond: unknown, as = host) => api.send('PUT', path, { as, body: { perSecond } });

describe('PUT /api/media/:id/chat', () => {
  test('200: clippers read the counts that the host gave last', async () => {
    expect(await shown()).toEqual([]);
    expect((await give([0, 3, 1])).status).toBe(200);
    expect((await give([5])).status).toBe(200);
    expect(await shown()).toEqual([5]);
  });

  test('404: refuses counts of a video of another host', async () => {
    expect((await give([1], await testPerson(db, 'host'))).body.code).toBe('not_found');
    expect(await shown()).toEqual([5]);
  });

  test('422: refuses counts that are negative, no whole numbers, none or more than a day has seconds', async () => {
    const wrong = [[-1], [0.5], ['ada'], [], [10_001], Array.from({ length: CHAT_SECONDS_MAX + 1 }, () => 0)];
    for (const counts of wrong) expect((await give(counts)).body.code).toBe('invalid_input');
    expect(await shown()).toEqual([5]);
  });
});

test('200: removes the counts with DELETE /api/media/:id/chat, and with the video', async () => {
  const counts = () => db.selectFrom('source_chats').select('media_id').execute();
  expect((await api.send('DELETE', path, { as: host })).status).toBe(200);
  expect(await shown()).toEqual([]);
  await give([1, 2]);
  expect(await counts()).toHaveLength(1);
  await transact(db, (tx) => eraseFile(tx, id));
  expect(await counts()).toEqual([]);
});

test('404: answers a blocked clipper, and one about a video that no listing uses, as if there were none', async () => {
  const blocked = await testPerson(db, 'clipper');
  const unused = await testMediaFile(db, { owner_id: host.accountId, kind: 'source' });
  await db
    .insertInto('clipper_blocks')
    .values({ host_id: host.accountId, clipper_id: blocked.accountId, blocked_at: clock.now() })
    .execute();
  expect((await api.send('GET', path, { as: blocked })).status).toBe(404);
  expect((await api.send('GET', `/api/media/${unused}/chat`, { as: clipper })).status).toBe(404);
});
