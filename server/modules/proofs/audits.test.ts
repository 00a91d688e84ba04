import { afterAll, describe, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros } from '#contract/money.ts';
import { personOf } from '#db/seed/person-of.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { openCohortHolds, releaseFraudHold } from '#server/modules/fraud-holds/fraud-holds.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { waitingOf } from '#server/modules/payouts/payouts.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { auditsJob } from './audits.job.ts';
import { drawAudits, probabilityOf } from './draw-audits.ts';

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
  const clipperId = (await testPerson(db, 'clipper')).accountId;
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
const provenOf = async (clip: string) =>
  (
    await db
      .selectFrom('clip_tracking')
      .select('proven_views')
      .where('submission_id', '=', clip)
      .executeTakeFirstOrThrow()
  ).proven_views;
const run = (hours: number) => auditsJob(db, never).run(at(hours), new AbortController().signal);

const waits = async (clipperId: AccountId, now: Date) => (await waitingOf(db, clipperId, now)).unprovenMicros;

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
  expect(await waits(clipperId, at(26))).toBe(0n);
  const notice = await db
    .selectFrom('notifications')
    .select('body')
    .where('user_id', '=', personOf(clipperId))
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
  expect(await waits(clipperId, at(26))).toBe(dollars(20));
  await drawAudits(db, at(26), never);
  expect(await waits(clipperId, at(26))).toBe(0n);
});

test('draws for unproven money only: proven views add nothing to the probability, also if they were drawn before', async () => {
  const { clip, listingId } = await earning(10_000, { proven_views: 8_000n });
  const drawnOf = async () =>
    (
      await db.selectFrom('audit_draws').select('drawn_micros').where('submission_id', '=', clip).execute()
    ).map((row) => row.drawn_micros);
  await drawAudits(db, at(1), never);
  expect(await drawnOf()).toEqual([dollars(20)]);
  await count(db, clip, 30_000, at(2), { proven_views: 25_000n });
  await settle(db, at(2), { listingId });
  await drawAudits(db, at(3), always);
  const { data } = await db
    .selectFrom('audit_log')
    .select('data')
    .where('action', '=', 'clip_audit.drawn')
    .where('subject_id', '=', clip)
    .executeTakeFirstOrThrow();
  expect(data).toMatchObject({ freshMicros: String(dollars(10)) });
});

test('draws nothing for a clip whose earnings are all proven', async () => {
  const { clip } = await earning(10_000, { proven_views: 10_000n });
  await drawAudits(db, at(1), always);
  expect(await holdOf(clip)).toBeUndefined();
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
  expect(await waits(clipperId, at(10 * 24))).toBe(dollars(2));
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

test('a clip rests for seven days after an audit, and what it earns meanwhile is drawn afterwards', async () => {
  const { clip, clipperId, listingId } = await earning(10_000);
  await drawAudits(db, at(1), always);
  await count(db, clip, 10_000, at(60), { proven_views: 10_000n });
  await run(61);
  await count(db, clip, 20_000, at(80));
  await settle(db, at(80), { listingId });
  await drawAudits(db, at(81), always);
  expect(await holdOf(clip)).toMatchObject({ state: 'released' });
  await releaseDue(db, at(110), { clipperIds: [clipperId] });
  expect(await waits(clipperId, at(110))).toBe(dollars(20));
  await drawAudits(db, at(61 + 7 * 24), always);
  expect(await holdOf(clip)).toMatchObject({ state: 'open', from_views: 10_000n, to_views: 20_000n });
});

test('an audit decides nothing about identities that were found to be the same meanwhile', async () => {
  const { clip } = await earning(10_000);
  await drawAudits(db, at(1), always);
  const cohort = newId();
  await db
    .insertInto('cohorts')
    .values({ id: cohort, state: 'open', found_at: start, changed_at: start })
    .execute();
  await transact(db, (tx) => openCohortHolds(tx, { cohortId: cohort, submissionIds: [clip], now: at(2) }));
  await count(db, clip, 10_000, at(60), { proven_views: 10_000n });
  await run(61);
  expect(await holdOf(clip)).toMatchObject({ state: 'open' });
  await count(db, clip, 10_000, at(62), { proven_views: 0n });
  await run(8 * 24);
  expect(await holdOf(clip)).toMatchObject({ state: 'open' });
});

test('an admin who releases an audit proves the audited views, not those counted since', async () => {
  const { clip } = await earning(10_000);
  await drawAudits(db, at(1), always);
  await count(db, clip, 90_000, at(60));
  const { id: fraudHoldId } = await db
    .selectFrom('fraud_holds')
    .select('id')
    .where('submission_id', '=', clip)
    .executeTakeFirstOrThrow();
  const adminId = (await testPerson(db, 'admin')).userId;
  await transact(db, (tx) => releaseFraudHold(tx, { fraudHoldId, adminId, note: 'Fits.', now: at(61) }));
  expect(await provenOf(clip)).toBe(10_000n);
});

test('an admin who finds that people are not the same proves no views', async () => {
  const { clip } = await earning(10_000);
  const cohort = newId();
  await db
    .insertInto('cohorts')
    .values({ id: cohort, state: 'open', found_at: start, changed_at: start })
    .execute();
  const ids = { cohortId: cohort, submissionIds: [clip] };
  const [fraudHoldId] = await transact(db, (tx) => openCohortHolds(tx, { ...ids, now: at(2) }));
  const adminId = (await testPerson(db, 'admin')).userId;
  const decision = { fraudHoldId: fraudHoldId!, adminId, note: 'Two friends.', now: at(61) };
  await transact(db, (tx) => releaseFraudHold(tx, decision));
  expect(await provenOf(clip)).toBe(0n);
});

test('draws the last earnings of a clip that has finished', async () => {
  const { clip } = await earning(10_000, { state: 'finished', next_poll_at: null });
  await db
    .updateTable('clip_earnings')
    .set({ state: 'finished' })
    .where('submission_id', '=', clip)
    .execute();
  await drawAudits(db, at(30), always);
  expect(await holdOf(clip)).toMatchObject({ state: 'open' });
});

test('a count that fell to nothing stops no draw of other clips', async () => {
  const { clip } = await earning(10_000);
  const other = await earning(10_000);
  await count(db, clip, 0, at(1), { eligible_views: 0n });
  await drawAudits(db, at(2), always);
  expect(await holdOf(clip)).toBeUndefined();
  expect(await holdOf(other.clip)).toMatchObject({ state: 'open' });
});
