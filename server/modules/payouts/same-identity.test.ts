import { afterAll, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-03T10:00:00Z') });
const [module] = testModules(t.db, clock, ['payouts']);
const api = await testApi(t.db, clock, [module]);
afterAll(async () => {
  await api.close();
  await t.close();
});

test('a Payment Email that is a mailbox of the host holds the clipper’s clips at once, at the first entry and after a change', async () => {
  const put = (email: string) =>
    api.send('PUT', '/api/clipper/payout-address', {
      as: clipper,
      body: { email, country: 'US', password: 'right' },
    });
  const clipper = await testPerson(t.db, 'clipper');
  const holds = () =>
    t.db
      .selectFrom('fraud_holds as h')
      .innerJoin('identity_matches as m', 'm.id', 'h.identity_match_id')
      .select(['h.submission_id', 'm.signal'])
      .orderBy('h.opened_at')
      .execute();
  const [one, two] = [await testListing(t.db, clock.now()), await testListing(t.db, clock.now())];
  const clips = [];
  for (const { id: listingId } of [one, two]) {
    clips.push(
      await testClip(t.db, { listingId, clipperId: clipper.accountId, approvedAt: clock.now(), views: 10 }),
    );
  }
  expect((await put('mine@mail.example')).status).toBe(200);
  expect(await holds()).toEqual([]);
  expect((await put(`${one.hostId}+pay@people.example`)).status).toBe(200);
  expect(await holds()).toEqual([{ submission_id: clips[0], signal: 'payout_address' }]);
});
