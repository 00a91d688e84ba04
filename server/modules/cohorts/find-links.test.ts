import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { personOf } from '#db/seed/person-of.ts';
import { after, DAY, HOUR, MINUTE } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { findLinks } from './find-links.ts';

const t = await testDatabase();
afterAll(() => t.close());
const { db } = t;
const start = new Date('2026-03-02T08:00:00Z');
const now = after(start, 2 * DAY);

const clipper = async () => (await testPerson(db, 'clipper')).accountId;
const clipOf = (clipperId: AccountId, listingId: string, submittedAt = start) =>
  testClip(db, { listingId, clipperId, approvedAt: null, submittedAt, views: 1_000 });
const find = () => transact(db, (tx) => findLinks(tx, now));
const linksOf = async (...people: AccountId[]) => {
  const rows = await db
    .selectFrom('cohort_links')
    .selectAll()
    .where('one_id', 'in', people)
    .where('other_id', 'in', people)
    .orderBy('kind')
    .execute();
  return rows.map(({ kind, hits, detail }) => [kind, hits, detail]);
};

const payAt = (accountId: AccountId, email: string) =>
  db
    .insertInto('payout_addresses')
    .values({ user_id: accountId, email, usable_at: start, set_at: start })
    .execute();
const signIn = (accountId: AccountId, ip: string, browser: string) =>
  db
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: personOf(accountId),
      token: newId(),
      ip_address: ip,
      user_agent: browser,
      expires_at: after(now, DAY),
      created_at: now,
      updated_at: now,
    })
    .execute();

test('links clippers with one payout mailbox, across listings and after one of them changed it', async () => {
  const [a, b, c] = [await clipper(), await clipper(), await clipper()];
  for (const person of [a, b, c]) await clipOf(person, (await testListing(db, start)).id);
  await payAt(a, 'sam.lee@gmail.com');
  await payAt(b, 'SamLee+b@googlemail.com');
  await payAt(c, 'cora@mail.example');
  await find();
  await find();
  expect(await linksOf(a, b, c)).toEqual([['payout_address', 1, 's…@gmail.com']]);
  await db
    .updateTable('payout_addresses')
    .set({ email: 'b@mail.example' })
    .where('user_id', '=', b)
    .execute();
  await find();
  expect(await linksOf(a, b, c)).toEqual([['payout_address', 1, 's…@gmail.com']]);
});

test('links people on one listing by browser and network, unless a crowd shares them', async () => {
  const { id } = await testListing(db, start);
  const elsewhere = (await testListing(db, start)).id;
  const [a, b, far] = [await clipper(), await clipper(), await clipper()];
  for (const person of [a, b]) await clipOf(person, id);
  await clipOf(far, elsewhere);
  for (const person of [a, b, far]) await signIn(person, '203.0.113.7', 'Browser 1');
  const crowd = [];
  for (let n = 0; n < 21; n++) crowd.push(await clipper());
  for (const person of crowd) {
    await clipOf(person, id);
    await signIn(person, '198.51.100.9', 'Browser 2');
  }
  const [home, homeToo] = [await clipper(), await clipper()];
  for (const person of [home, homeToo]) {
    await clipOf(person, id);
    await signIn(person, '192.168.1.4', 'Browser 3');
  }
  await find();
  expect(await linksOf(a, b, far)).toEqual([['device', 1, '203.0.113']]);
  expect(await linksOf(...crowd)).toEqual([]);
  expect(await linksOf(home, homeToo)).toEqual([]);
});

test('links two clippers by three posts in the same minute, not by two', async () => {
  const listings = [];
  for (let n = 0; n < 3; n++) listings.push((await testListing(db, start)).id);
  const [a, b, c] = [await clipper(), await clipper(), await clipper()];
  for (const [n, id] of listings.entries()) {
    const at = after(start, n * HOUR);
    await clipOf(a, id, at);
    await clipOf(b, id, after(at, MINUTE / 2));
    await clipOf(c, id, n === 0 ? after(at, MINUTE) : at);
  }
  await find();
  expect(await linksOf(a, b, c)).toEqual([['posting_minute', 3, null]]);
});

test('links clippers whose clips the score found to grow together', async () => {
  const { id } = await testListing(db, start);
  const [a, b] = [await clipper(), await clipper()];
  const [one, other] = [await clipOf(a, id), await clipOf(b, id)];
  const found = {
    signal: 'synchronized_growth' as const,
    others: 1,
    hits: 6,
    total: 8,
    value: 1,
    found_at: now,
  };
  await db
    .insertInto('clip_cohorts')
    .values([
      { ...found, submission_id: one, other_clipper_ids: [b] },
      { ...found, submission_id: other, other_clipper_ids: [a] },
    ])
    .execute();
  await find();
  expect(await linksOf(a, b)).toEqual([['synchronized_growth', 6, null]]);
});

test('released figures link clippers with the same unusual audience, and nobody with a usual one', async () => {
  const { id } = await testListing(db, start);
  const release = async (person: AccountId, countries: Record<string, number>, submittedAt = start) => {
    const clip = await clipOf(person, id, submittedAt);
    const { connection_id } = await db
      .selectFrom('submissions')
      .select('connection_id')
      .where('id', '=', clip)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('clip_analytics')
      .values({
        submission_id: clip,
        connection_id,
        read_at: now,
        until_at: now,
        figures: JSON.stringify({ views: 1_000, countries, trafficSources: { recommended: 1 } }),
      })
      .execute();
  };
  const usual = [];
  for (let n = 0; n < 24; n++) usual.push(await clipper());
  for (const person of usual) await release(person, { US: 0.8, GB: 0.2 });
  const [a, b, late] = [await clipper(), await clipper(), await clipper()];
  await release(a, { VN: 0.9, US: 0.1 });
  await release(b, { VN: 0.85, US: 0.15 });
  await release(late, { VN: 0.9, US: 0.1 }, after(start, -8 * DAY));
  await find();
  expect(await linksOf(a, b, late)).toEqual([['audience', 1, 'VN']]);
  expect(await linksOf(...usual)).toEqual([]);
});
