import { afterAll, afterEach, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { personOf } from '#db/seed/person-of.ts';
import type { Actor } from '#server/http/actor.ts';
import { DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import * as ledger from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { appealWorld } from '#server/testing/appeals.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { noticesOf } from '#server/testing/notices.ts';
import { testHold } from '#server/testing/questions.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const world = await appealWorld(db, clock);
const { api, runDue, file, decide, appealOf } = world;
afterEach(async () => {
  expect((await ledger.reconcile(db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const clipper = () => testPerson(db, 'clipper');
const reserve = (clip: string) => ledger.balanceOf(db, ledger.clipReserved(clip));
const pending = (person: Actor) => ledger.balanceOf(db, ledger.clipperPending(person.accountId));
const tracking = (id: string) =>
  db.selectFrom('clip_tracking').selectAll().where('submission_id', '=', id).executeTakeFirstOrThrow();
const submission = (id: string) =>
  db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const earningsState = async (id: string) =>
  (
    await db
      .selectFrom('clip_earnings')
      .select('state')
      .where('submission_id', '=', id)
      .executeTakeFirstOrThrow()
  ).state;
const listingState = async (id: string) =>
  (await db.selectFrom('listings').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const notices = async (accountId: AccountId) =>
  (await noticesOf(db, personOf(accountId))).map(({ kind, mail }) => `${kind} ${mail}`);

/**
 * Creates a listing with a rejected clip. By default the clip has 5,000 views, and the listing has $100.00 at
 * $2.00 per 1,000 views.
 */
async function rejection(views = 5_000, budgetCents = 10_000) {
  const made = await testListing(db, clock.now(), { budgetCents });
  const person = await clipper();
  return { made, person, clip: await world.rejected(made, person.accountId, views) };
}

test('a rejected clip under appeal is counted and its worth reserved; overturning the rejection pays it', async () => {
  const { made, person, clip } = await rejection();
  expect(await file(clip, person)).toMatchObject({ status: 200 });
  expect(await tracking(clip)).toMatchObject({ state: 'polling' });
  await runDue();
  expect(await reserve(clip)).toBe(10_000_000n);
  expect(await pending(person)).toBe(0n);
  await count(db, clip, 6_000, clock.now());
  await runDue();
  expect(await reserve(clip)).toBe(12_000_000n);
  const { body } = await api.send('GET', `/api/clips/${clip}`, { as: person });
  expect(body).toMatchObject({
    appealable: null,
    atStake: { wantedMicros: '12000000', reservedMicros: '12000000', isShort: false },
    appeals: [{ of: 'rejection', state: 'open', text: 'It is from the stream.' }],
  });
  expect(await decide(clip, 'overturn')).toMatchObject({ status: 200 });
  expect(await submission(clip)).toMatchObject({ status: 'approved', approved_how: 'appeal' });
  expect((await submission(clip)).tracking_until).toEqual(new Date(clock.now().getTime() + 30 * DAY));
  await runDue();
  expect([await reserve(clip), await pending(person)]).toEqual([0n, 12_000_000n]);
  expect(await notices(person.accountId)).toEqual(['appeal.overturned waiting']);
  expect(await notices(made.hostId)).toEqual([
    'listing.appeal_opened waiting',
    'listing.appeal_decided waiting',
  ]);
  expect(await decide(clip, 'dismiss')).toMatchObject({ status: 409, body: { code: 'appeal_state' } });
});

test('dismissing an appeal returns the reserve, ends counting and excludes a second appeal', async () => {
  const { made, person, clip } = await rejection();
  await file(clip, person);
  await runDue();
  expect(await decide(clip, 'dismiss')).toMatchObject({ status: 200 });
  await runDue();
  expect(await ledger.balanceOf(db, ledger.listing(made.id))).toBe(100_000_000n);
  expect([await earningsState(clip), (await tracking(clip)).state]).toEqual(['stopped', 'stopped']);
  expect(await file(clip, person)).toMatchObject({ status: 409, body: { code: 'appeal_used' } });
  expect((await appealOf(clip)).note).toBe('Looked at it.');
});

test('reserves no more than the budget covers, and the page says so', async () => {
  const { person, clip } = await rejection(20_000, 1_000);
  await file(clip, person);
  await runDue();
  const { body } = await api.send('GET', `/api/clips/${clip}`, { as: person });
  expect(body.atStake).toEqual({ wantedMicros: '40000000', reservedMicros: '10000000', isShort: true });
});

test('only the clipper can appeal a decision, once, within seven days', async () => {
  const { made, person, clip } = await rejection();
  const code = async (answer: Promise<{ body: unknown }>) => ((await answer).body as { code?: string }).code;
  expect(await code(file(clip, await clipper()))).toBe('not_found');
  const approved = await testClip(db, {
    listingId: made.id,
    clipperId: person.accountId,
    approvedAt: clock.now(),
    views: 10,
  });
  expect(await code(file(approved, person))).toBe('appeal_not_possible');
  expect(await code(file(clip, person, '   '))).toBe('invalid_input');
  expect(await code(file(clip, person, 'x'.repeat(1_001)))).toBe('invalid_input');
  const both = await Promise.all([file(clip, person), file(clip, person)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = await rejection();
  clock.advance(7 * DAY);
  expect(await code(file(late.clip, late.person))).toBe('appeal_too_late');
});

test('an appeal of a rejection that is not decided in time moves to the top of the queue and pays nothing', async () => {
  const { person, clip } = await rejection();
  await file(clip, person);
  clock.advance(7 * DAY);
  await runDue();
  expect((await appealOf(clip)).state).toBe('escalated');
  expect([await pending(person), await reserve(clip)]).toEqual([0n, 10_000_000n]);
  const { body } = await api.send('GET', '/api/admin/appeals', { as: world.admin });
  const overdue = { state: 'escalated', submissionId: clip, of: 'rejection' };
  expect(body.rows).toContainEqual(expect.objectContaining(overdue));
  expect(body.rows[0]).toMatchObject({ state: 'escalated' });
  expect(await decide(clip, 'overturn')).toMatchObject({ status: 200 });
});

test('refuses to overturn a rejection whose post was submitted again, and says why', async () => {
  const { made, person, clip } = await rejection();
  await file(clip, person);
  const { id: _id, ...same } = await submission(clip);
  const again = newId();
  await db
    .insertInto('submissions')
    .values({
      ...same,
      id: again,
      listing_id: made.id,
      status: 'pending',
      reject_reason: null,
      decided_at: null,
    })
    .execute();
  expect(await decide(clip, 'overturn')).toMatchObject({
    status: 409,
    body: { code: 'appeal_post_in_use' },
  });
  expect((await appealOf(clip)).state).toBe('open');
  await db.updateTable('submissions').set({ status: 'withdrawn' }).where('id', '=', again).execute();
  expect(await decide(clip, 'overturn')).toMatchObject({ status: 200 });
});

test('an ended listing does not settle while an appeal is open or can still be filed', async () => {
  const { made, person, clip } = await rejection();
  await db
    .updateTable('listings')
    .set({ state: 'ended', ended_at: clock.now() })
    .where('id', '=', made.id)
    .execute();
  clock.advance(6 * DAY);
  await runDue();
  expect(await listingState(made.id)).toBe('ended');
  expect(await file(clip, person)).toMatchObject({ status: 200 });
  clock.advance(20 * DAY);
  await runDue();
  expect(await listingState(made.id)).toBe('ended');
  await decide(clip, 'dismiss');
  await runDue();
  expect(await listingState(made.id)).toBe('settled');
  const late = await rejection();
  await db
    .updateTable('listings')
    .set({ state: 'ended', ended_at: clock.now() })
    .where('id', '=', late.made.id)
    .execute();
  clock.advance(7 * DAY + HOUR);
  await runDue();
  expect(await listingState(late.made.id)).toBe('settled');
  expect(await file(late.clip, late.person)).toMatchObject({ body: { code: 'appeal_listing_closed' } });
});

/** Creates an approved clip of 5,000 views with a hold on the last 2,000. */
async function onHold(score = 70) {
  const made = await testListing(db, clock.now());
  const person = await clipper();
  const clip = await testClip(db, {
    listingId: made.id,
    clipperId: person.accountId,
    approvedAt: clock.now(),
    views: 5_000,
  });
  await runDue();
  await db
    .updateTable('clip_tracking')
    .set({ score, band: 'hold' })
    .where('submission_id', '=', clip)
    .execute();
  const hold = await testHold(db, clip, clock.now(), { fromViews: 3_000, toViews: 5_000 });
  await runDue();
  return { made, person, clip, hold };
}
const uphold = (hold: string) =>
  api.send('POST', `/api/admin/fraud-holds/${hold}/uphold`, { as: world.admin, body: { note: 'Bought.' } });

test('overturning releases an open hold under appeal, dismissing excludes its views', async () => {
  const released = await onHold();
  await file(released.clip, released.person);
  expect([await pending(released.person), await reserve(released.clip)]).toEqual([6_000_000n, 4_000_000n]);
  expect(await decide(released.clip, 'overturn')).toMatchObject({ status: 200 });
  await runDue();
  expect([await pending(released.person), await reserve(released.clip)]).toEqual([10_000_000n, 0n]);
  const upheld = await onHold();
  await file(upheld.clip, upheld.person);
  await uphold(upheld.hold);
  expect(await appealOf(upheld.clip)).toMatchObject({ state: 'dismissed', note: 'Bought.' });
  await runDue();
  expect([await pending(upheld.person), await ledger.balanceOf(db, ledger.listing(upheld.made.id))]).toEqual([
    6_000_000n,
    94_000_000n,
  ]);
  expect(await file(upheld.clip, upheld.person)).toMatchObject({ body: { code: 'appeal_used' } });
  expect((await notices(upheld.person.accountId)).filter((kind) => kind.startsWith('appeal'))).toEqual([
    'appeal.dismissed waiting',
  ]);
});

test('an appeal makes an upheld hold contested again, even when the clip is finished', async () => {
  const { made, person, clip, hold } = await onHold();
  await db
    .updateTable('clip_tracking')
    .set({ state: 'finished', next_poll_at: null })
    .where('submission_id', '=', clip)
    .execute();
  await uphold(hold);
  clock.advance(2 * DAY);
  await runDue();
  await runDue();
  expect([await earningsState(clip), await ledger.balanceOf(db, ledger.listing(made.id))]).toEqual([
    'finished',
    94_000_000n,
  ]);
  expect(await file(clip, person)).toMatchObject({ status: 200 });
  await runDue();
  expect([await reserve(clip), await earningsState(clip)]).toEqual([4_000_000n, 'accruing']);
  expect(await decide(clip, 'overturn')).toMatchObject({ status: 200 });
  await runDue();
  expect([await pending(person), await earningsState(clip)]).toEqual([4_000_000n, 'accruing']);
  clock.advance(2 * DAY);
  await runDue();
  await runDue();
  expect([await pending(person), await earningsState(clip)]).toEqual([0n, 'finished']);
  expect(await tracking(clip)).toMatchObject({ excluded_views: 0n, eligible_views: 5_000n });
});

test.each([
  [40, 'overturned', 10_000_000n],
  [70, 'escalated', 6_000_000n],
] as const)(
  'an undecided appeal of a hold with score %i becomes %s at its deadline',
  async (score, state, paid) => {
    const { person, clip, hold } = await onHold();
    await uphold(hold);
    await runDue();
    await file(clip, person);
    await db
      .updateTable('clip_tracking')
      .set({ score, band: 'needs_review' })
      .where('submission_id', '=', clip)
      .execute();
    clock.advance(7 * DAY);
    await world.jobs[2]!.run(clock.now());
    expect((await appealOf(clip)).state).toBe(state);
    await runDue(1);
    const steps = await db
      .selectFrom('accruals')
      .select('amount_micros')
      .where('submission_id', '=', clip)
      .where('state', '<>', 'reversed')
      .execute();
    expect(steps.reduce((sum, step) => sum + step.amount_micros, 0n)).toBe(paid);
  },
);
