import { afterAll, expect, test } from 'vitest';
import { after, HOUR, MovableClock } from '#server/infra/clock.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { clipperSubmissions, hostSubmissions } from './lists.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const api = await testApi(db, clock, testModules(db, clock, ['listings']));
afterAll(async () => {
  await api.close();
  await t.close();
});

test('says on a row to clipper and host that the listing has no budget for its views, and on the listing how many clips wait', async () => {
  const now = clock.now();
  const { id: listingId, hostId } = await testListing(db, now, { budgetCents: 1_000 });
  const [first, second] = [await testPerson(db, 'clipper'), await testPerson(db, 'clipper')];
  const approved = { listingId, approvedAt: after(now, -HOUR), views: 4_000 };
  const paid = await testClip(db, { ...approved, clipperId: first.accountId });
  const unpaid = await testClip(db, { ...approved, clipperId: second.accountId, approvedAt: now });
  await settle(db, now);
  const waiting = {
    budgetSpentAt: now,
    next: { what: expect.stringContaining('Budget used up'), who: 'host' },
  };
  expect((await clipperSubmissions(db, second.accountId, {}, now)).rows).toMatchObject([waiting]);
  const { rows } = await hostSubmissions(db, hostId, {}, now);
  expect(rows.find(({ id }) => id === unpaid)).toMatchObject(waiting);
  expect(rows.find(({ id }) => id === paid)).toMatchObject({ budgetSpentAt: null });
  const as = { ...(await testPerson(db, 'host')), accountId: hostId };
  expect((await api.send('GET', '/api/host/listings', { as })).body.rows).toMatchObject([{ unpaidClips: 1 }]);
});
