import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { newId } from '#server/infra/id.ts';
import { type PlacedClip, placeClips } from '#server/testing/cohorts.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { growthOfScenario } from '#simulator/growth/scenarios.ts';
import { findCohorts } from './find-cohorts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const postedAt = new Date('2026-11-02T18:00:00Z');
const now = new Date('2026-11-05T19:00:00Z');

const some = (count: number, make: (i: number) => Partial<PlacedClip>, listingId = newId()): PlacedClip[] =>
  Array.from({ length: count }, (_, i) => ({
    scenario: 'organic',
    seed: 100 + i,
    listingId,
    clipperId: newId(),
    postedAt,
    ...make(i),
  }));

async function signalsAfter(clips: PlacedClip[], capViews?: number) {
  const placed = await placeClips(database.owner, clips, capViews ?? null);
  const changed = await findCohorts(database.db, now);
  const rows = await database.db.selectFrom('clip_cohorts').selectAll().execute();
  return placed.map(({ id }) => ({
    isNew: changed.includes(id),
    signals: rows.filter((row) => row.submission_id === id).map((row) => row.signal),
  }));
}

test('names clips of several clippers that start and stop together, and no honest clips of the same hours', async () => {
  const listingId = newId();
  const farm = some(5, (i) => ({ scenario: 'lockstep', seed: i, group: 7, views: 40_000 }), listingId);
  const honest = some(8, () => ({ views: 40_000 }), listingId);
  const found = await signalsAfter([...farm, ...honest]);
  expect(found.slice(0, 5).every(({ signals }) => signals.includes('synchronized_growth'))).toBe(true);
  expect(found.slice(5).flatMap(({ signals }) => signals)).toEqual([]);
  expect(await findCohorts(database.db, now)).toEqual([]);
});

test('finds no lockstep of clippers when all the clips that move together are of one clipper', async () => {
  const clipperId = newId<AccountId>();
  const own = some(4, (i) => ({ scenario: 'lockstep', seed: i, group: 9, views: 40_000, clipperId }));
  expect((await signalsAfter(own)).flatMap(({ signals }) => signals)).not.toContain('synchronized_growth');
});

test('names clips that end where pay ends, and no clip that grew far beyond that', async () => {
  const listingId = newId();
  const ring = some(4, (i) => ({ scenario: 'cap-ring', seed: i, group: 1 }), listingId);
  const bought = growthOfScenario({ platform: 'tiktok', ...ring[0]! })(72).views;
  const cap = Math.floor(bought / 5_000) * 5_000;
  const hit = some(1, () => ({ views: cap * 6 }), listingId);
  const found = await signalsAfter([...ring, ...hit], cap);
  expect(found.map(({ signals }) => signals.includes('stops_at_cap'))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});

test('names clippers of one listing who share a payout mailbox, however the address is written', async () => {
  const clips = some(3, () => ({ views: 2_000 }));
  const mailboxes = ['same.one@gmail.com', 'SameOne+2@gmail.com', 'other@example.org'];
  await database.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    const addresses = clips.map((clip, i) => ({
      user_id: clip.clipperId,
      email: mailboxes[i]!,
      usable_at: postedAt,
      set_at: postedAt,
    }));
    await tx.insertInto('payout_addresses').values(addresses).execute();
  });
  const found = await signalsAfter(clips);
  expect(found.map(({ signals }) => signals)).toEqual([['shared_identity'], ['shared_identity'], []]);
});
