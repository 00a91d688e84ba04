import { afterAll, expect, test } from 'vitest';
import { testPerson } from '#server/http/test-api.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { testDatabase } from '#server/infra/test-database.ts';
import { balanceOf, clipperAvailable } from '#server/modules/ledger/ledger.ts';
import { releaseDue } from './release.ts';
import { settle } from './settle.ts';
import { count, testClip, testListing } from './test-clips.ts';

const t = await testDatabase();
afterAll(() => t.close());
const { db } = t;

const start = new Date('2026-02-02T08:00:00Z');
const at = (hours: number) => after(start, hours * HOUR);

test('a score that crept up a little after a person cleared it still lets the money go', async () => {
  const { id: listingId } = await testListing(db, start);
  const clipperId = (await testPerson(db, 'clipper')).userId;
  const clip = await testClip(db, { listingId, clipperId, approvedAt: start, views: 1_000 });
  await settle(db, start);
  const scored = (score: number) => count(db, clip, 1_000, at(1), { band: 'hold', score, cleared_score: 65 });
  await scored(75);
  await releaseDue(db, at(30));
  expect(await balanceOf(db, clipperAvailable(clipperId))).toBe(0n);
  await scored(70);
  await releaseDue(db, at(30));
  expect(await balanceOf(db, clipperAvailable(clipperId))).toBe(2_000_000n);
});

test('an approved clip that vanished before it was ever counted does not keep its listing open', async () => {
  const { id: listingId } = await testListing(db, start);
  const clipperId = (await testPerson(db, 'clipper')).userId;
  const clip = await testClip(db, { listingId, clipperId, approvedAt: start });
  await settle(db, start);
  const gone = { state: 'gone' as const, next_poll_at: null };
  await db.updateTable('clip_tracking').set(gone).where('submission_id', '=', clip).execute();
  await settle(db, at(1));
  const earned = await db
    .selectFrom('clip_earnings')
    .select('state')
    .where('submission_id', '=', clip)
    .executeTakeFirstOrThrow();
  expect(earned.state).toBe('finished');
});
