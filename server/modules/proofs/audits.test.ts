import { afterAll, describe, expect, test } from 'vitest';
import { centsToMicros } from '#contract/money.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { auditsJob } from './audits.job.ts';
import { drawAudits, probabilityOf } from './draw-audits.ts';
import { unprovenOfAll } from './unproven.ts';

const t = await testDatabase();
const { db } = t;
afterAll(() => t.close());

const start = new Date('2026-03-02T08:00:00Z');
const at = (hours: number) => after(start, hours * HOUR);
const dollars = (amount: number) => centsToMicros(amount * 100);
const never = () => 1;
const always = () => 0;

await db.deleteFrom('proof_tiers').execute();
await db
  .insertInto('proof_tiers')
  .values([
    { proven_clips: 0, limit_micros: dollars(25), audit_percent: 50 },
    { proven_clips: 3, limit_micros: dollars(150), audit_percent: 8 },
  ])
  .execute();

/** A clip that earned $2.00 per thousand views at hour 0. */
async function earning(views: number, columns: Parameters<typeof count>[4] = {}) {
  const clipperId = (await testPerson(db, 'clipper')).userId;
  const { id: listingId } = await testListing(db, start, { budgetCents: 100_000 });
  const clip = await testClip(db, { listingId, clipperId, approvedAt: start });
  await count(db, clip, views, start, columns);
  await settle(db, start, { listingId });
  return { clip, clipperId, listingId };
}

const holdOf = (clip: string) =>
  db
    .selectFrom('fraud_holds')
    .select(['state', 'from_views', 'to_views', 'note'])
    .where('submission_id', '=', clip)
    .orderBy('opened_at', 'desc')
    .executeTakeFirst();
const run = (hours: number) => auditsJob(db, never).run(at(hours), new AbortController().signal);

describe('the probability of an audit', () => {
  const of = (dollarsAtStake: number, audit_percent = 50) =>
    probabilityOf({ audit_percent, fresh_micros: dollars(dollarsAtStake) });

  test('is that of the tier for $25.00, and grows with the money', () => {
    expect(of(25)).toBeCloseTo(0.5);
    expect(of(50)).toBeCloseTo(0.75);
    expect(of(25, 8)).toBeCloseTo(0.08);
    expect(of(25, 0)).toBe(0);
  });

  test('is the same for one sum and for the same sum in small steps', () => {
    const escapes = Array.from({ length: 100 }, () => 1 - of(0.5)).reduce((all, one) => all * one, 1);
    expect(escapes).toBeCloseTo(1 - of(50));
  });
});

test('a drawn clip’s unproven views wait on hold, and the clipper is asked for analytics', async () => {
  const { clip, clipperId, listingId } = await earning(10_000, { proven_views: 4_000n });
  await drawAudits(db, at(1), always);
  expect(await holdOf(clip)).toMatchObject({ state: 'open', from_views: 4_000n, to_views: 10_000n });
  await settle(db, at(2), { listingId });
  await releaseDue(db, at(25), { clipperIds: [clipperId] });
  expect(await unprovenOfAll(db, [clipperId], at(26))).toEqual([]);
  const notice = await db
    .selectFrom('notifications')
    .select('body')
    .where('user_id', '=', clipperId)
    .where('title', '=', 'Show the analytics of a clip')
    .executeTakeFirstOrThrow();
  expect(notice.body).toContain('Mon 9 Mar, 09:00 UTC');
  expect(await reconcile(db)).toMatchObject({ ok: true });
});

test('draws once for the same money, in several processes at once', async () => {
  const { clip } = await earning(10_000);
  const draws: number[] = [];
  const draw = () => {
    draws.push(1);
    return 1;
  };
  await Promise.all([1, 2, 3].map(() => drawAudits(db, at(1), draw)));
  await drawAudits(db, at(2), draw);
  expect(draws).toHaveLength(1);
  expect(await holdOf(clip)).toBeUndefined();
});

test('pays nothing within the limit for which no audit was drawn yet', async () => {
  const { clipperId } = await earning(10_000);
  await releaseDue(db, at(25), { clipperIds: [clipperId] });
  expect(await unprovenOfAll(db, [clipperId], at(26))).toEqual([{ clipperId, amountMicros: dollars(20) }]);
  await drawAudits(db, at(26), never);
  expect(await unprovenOfAll(db, [clipperId], at(26))).toEqual([]);
});

test('an audit is passed once analytics prove its views', async () => {
  const { clip } = await earning(10_000);
  await drawAudits(db, at(1), always);
  await run(2);
  expect(await holdOf(clip)).toMatchObject({ state: 'open' });
  await count(db, clip, 12_000, at(60), { proven_views: 9_999n });
  await run(61);
  expect(await holdOf(clip)).toMatchObject({ state: 'open' });
  await count(db, clip, 12_000, at(70), { proven_views: 10_000n });
  await run(71);
  expect(await holdOf(clip)).toMatchObject({
    state: 'released',
    note: 'The analytics show that people watched.',
  });
});

test('an audit that nobody answers within seven days excludes its views, and lowers the limit to nothing', async () => {
  const { clip, clipperId, listingId } = await earning(10_000);
  await drawAudits(db, at(1), always);
  await settle(db, at(2), { listingId });
  await run(7 * 24);
  expect(await holdOf(clip)).toMatchObject({ state: 'open' });
  await run(7 * 24 + 1);
  expect(await holdOf(clip)).toMatchObject({ state: 'upheld' });
  await count(db, clip, 11_000, at(8 * 24), { excluded_views: 10_000n, eligible_views: 1_000n });
  await settle(db, at(8 * 24), { listingId });
  await releaseDue(db, at(10 * 24), { clipperIds: [clipperId] });
  await drawAudits(db, at(10 * 24), never);
  expect(await unprovenOfAll(db, [clipperId], at(10 * 24))).toEqual([
    { clipperId, amountMicros: dollars(2) },
  ]);
  expect(await reconcile(db)).toMatchObject({ ok: true });
});

test('analytics that prove nothing leave the audit to an admin', async () => {
  const { clip } = await earning(10_000);
  await drawAudits(db, at(1), always);
  const { connection_id } = await db
    .selectFrom('submissions')
    .select('connection_id')
    .where('id', '=', clip)
    .executeTakeFirstOrThrow();
  const read = { read_at: at(60), until_at: at(48), figures: '{}' };
  await db
    .insertInto('clip_analytics')
    .values({ submission_id: clip, connection_id, ...read })
    .execute();
  await run(30 * 24);
  expect(await holdOf(clip)).toMatchObject({ state: 'open' });
});

test('does not draw a clip again within seven days after an audit', async () => {
  const { clip, listingId } = await earning(10_000);
  await drawAudits(db, at(1), always);
  await count(db, clip, 10_000, at(60), { proven_views: 10_000n });
  await run(61);
  await count(db, clip, 20_000, at(80));
  await settle(db, at(80), { listingId });
  await drawAudits(db, at(81), always);
  expect(await holdOf(clip)).toMatchObject({ state: 'released' });
  await count(db, clip, 30_000, at(15 * 24));
  await settle(db, at(15 * 24), { listingId });
  await drawAudits(db, after(start, 16 * DAY), always);
  expect(await holdOf(clip)).toMatchObject({ state: 'open', from_views: 10_000n, to_views: 30_000n });
});
