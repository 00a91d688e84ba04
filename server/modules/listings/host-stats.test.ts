import { afterAll, expect, test } from 'vitest';
import { CARD_DECISIONS_MIN } from '#contract/limits.ts';
import type { Actor } from '#server/http/actor.ts';
import { after, DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { clipOn, payViews } from '#server/testing/listing-clips.ts';
import { connect, fund, listingBody } from '#server/testing/listings.ts';
import { testModules } from '#server/testing/modules.ts';
import { refreshHostStats } from './host-stats.job.ts';

const t = await testDatabase();
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const api = await testApi(t.db, clock, testModules(t.db, clock, ['listings']));
afterAll(async () => {
  await api.close();
  await t.close();
});

async function listed(): Promise<{ host: Actor; id: string }> {
  const host = await testPerson(t.db, 'host');
  await connect(t.db, host);
  await fund(t.db, host.accountId, 500);
  const { id } = (await api.send('POST', '/api/listings', { as: host, body: listingBody })).body;
  return { host, id };
}

const card = async (id: string) => (await api.send('GET', `/api/listings/${id}`)).body.host;

async function rejected(id: string, host: Actor, reason: string, how: 'stays' | 'overturned' = 'stays') {
  const clip = await clipOn(
    t.db,
    id,
    after(clock.now(), -4 * HOUR),
    how === 'stays' ? 'pending' : 'approved',
  );
  await t.db
    .updateTable('submissions')
    .set({
      decision_by: host.userId,
      reject_reason: reason as 'other',
      decided_at: after(clock.now(), -HOUR),
      ...(how === 'stays' ? { status: 'rejected' as const } : { approved_how: 'appeal' as const }),
    })
    .where('id', '=', clip.id)
    .execute();
}

test('too few decisions show nothing; enough show how long they took and how many were approved', async () => {
  const { id } = await listed();
  const approve = () => clipOn(t.db, id, after(clock.now(), -4 * HOUR), 'approved');
  for (let clips = 1; clips < CARD_DECISIONS_MIN; clips += 1) await approve();
  await clipOn(t.db, id, clock.now(), 'pending');
  await refreshHostStats(t.db, clock.now());
  expect(await card(id)).toMatchObject({ medianHoursToDecide: null, approvedShare: null, paidShare: null });
  await approve();
  await refreshHostStats(t.db, clock.now());
  expect(await card(id)).toMatchObject({ medianHoursToDecide: 2, approvedShare: 1 });
  // Old decisions count neither for nor against a host.
  await refreshHostStats(t.db, after(clock.now(), 100 * DAY));
  expect(await card(id)).toMatchObject({ medianHoursToDecide: null, approvedShare: null });
});

test('shows rejections by reason, and counts overturned ones only as overturned, under no reason', async () => {
  const { host, id } = await listed();
  await rejected(id, host, 'duplicate');
  await rejected(id, host, 'wrong_content');
  await rejected(id, host, 'wrong_content');
  await rejected(id, host, 'suspected_fake_views', 'overturned');
  const other = await listed();
  await refreshHostStats(t.db, clock.now());
  expect(await card(id)).toMatchObject({
    rejections: { all: 4, overturned: 1 },
    rejectReasons: [
      { reason: 'wrong_content', clips: 2 },
      { reason: 'duplicate', clips: 1 },
    ],
  });
  expect(await card(other.id)).toMatchObject({ rejections: null, rejectReasons: [], holds: null });
});

test('the share of budgets paid out covers only listings that had time to pay', async () => {
  const { id } = await listed();
  const clip = await clipOn(t.db, id, clock.now(), 'approved');
  // 75,000 views at $2.00 per 1,000 cost $150.00, half of the listing's $300.00.
  await transact(t.db, (tx) => payViews(tx, clip, 75_000, clock.now()));
  await refreshHostStats(t.db, clock.now());
  expect((await card(id)).paidShare).toBeNull();
  await refreshHostStats(t.db, after(clock.now(), 15 * DAY));
  expect((await card(id)).paidShare).toBe(0.5);
  const feed = await api.send('GET', '/api/listings');
  expect(feed.body.rows.find((row: { id: string }) => row.id === id).host.paidShare).toBe(0.5);
});

test('shows how many holds clippers appealed, and how many of those were overturned', async () => {
  const { id } = await listed();
  for (const state of ['overturned', 'dismissed', 'open'] as const) {
    const clip = await clipOn(t.db, id, clock.now(), 'approved');
    const fraudHoldId = newId();
    const times = { opened_at: clock.now(), decide_by: clock.now() };
    const hold = {
      id: fraudHoldId,
      submission_id: clip.id,
      state: 'upheld' as const,
      score: 70,
      reason: 'x',
      from_views: 0n,
    };
    await t.db
      .insertInto('fraud_holds')
      .values({ ...hold, ...times, to_views: 1n, decided_at: clock.now(), note: 'x' })
      .execute();
    const decided = state === 'open' ? {} : { decided_at: clock.now() };
    await t.db
      .insertInto('appeals')
      .values({
        id: newId(),
        submission_id: clip.id,
        listing_id: id,
        clipper_id: clip.clipperId,
        fraud_hold_id: fraudHoldId,
        text: 'Real.',
        state,
        ...times,
        ...decided,
      })
      .execute();
  }
  await refreshHostStats(t.db, clock.now());
  expect((await card(id)).holds).toEqual({ appealed: 2, overturned: 1 });
});
