import { afterAll, expect, test } from 'vitest';
import { MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { testPerson } from '#server/testing/api.ts';
import { appealWorld } from '#server/testing/appeals.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testHold } from '#server/testing/questions.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
const world = await appealWorld(db, clock);
const { api } = world;
afterAll(async () => {
  await api.close();
  await t.close();
});

const show = (id: string, as: Awaited<ReturnType<typeof testPerson>>) =>
  api.send('GET', `/api/clips/${id}`, { as });
const steps = (body: { steps: { label: string; state: string }[] }) =>
  body.steps.map(({ label, state }) => `${label}: ${state}`);

async function approved() {
  const listing = await testListing(db, clock.now());
  const clipper = await testPerson(db, 'clipper');
  const approvedAt = clock.now();
  const id = await testClip(db, { listingId: listing.id, clipperId: clipper.accountId, approvedAt });
  await count(db, id, 5_000, clock.now());
  const host = { ...(await testPerson(db, 'host')), accountId: listing.hostId };
  return { id, clipper, host };
}

test('shows a clip to its clipper, its host and admins, and answers 404 to others', async () => {
  const { id, clipper, host } = await approved();
  for (const [as, viewer] of [
    [clipper, 'clipper'],
    [host, 'host'],
    [world.admin, 'admin'],
  ] as const) {
    const { status, body } = await show(id, as);
    expect([status, body.viewer, body.review !== null]).toEqual([200, viewer, viewer === 'admin']);
  }
  for (const role of ['clipper', 'host'] as const) {
    const stranger = await testPerson(db, role);
    const [theirs, none] = [await show(id, stranger), await show(newId(), stranger)];
    expect([theirs.status, theirs.body]).toEqual([404, none.body]);
  }
});

test('a clip shows its steps, and the step at which it was stopped', async () => {
  const { id, clipper } = await approved();
  expect(steps((await show(id, clipper)).body)).toEqual([
    'Submitted: done',
    'Counted: done',
    'Approved: done',
    'Pending: current',
    'Released: ahead',
    'Paid out: ahead',
  ]);
  await world.runDue();
  expect(steps((await show(id, clipper)).body).slice(3)).toEqual([
    'Pending: done',
    'Released: current',
    'Paid out: ahead',
  ]);
  await testHold(db, id, clock.now(), { fromViews: 2_000, toViews: 4_000 });
  const { body } = await show(id, clipper);
  expect(steps(body)[3]).toBe('Held: stopped');
  expect(body.holds).toMatchObject([{ state: 'open', fromViews: 2_000, toViews: 4_000 }]);
});

test('the held step shows since when and what the held views would earn, beside pending and unfunded amounts', async () => {
  const listing = await testListing(db, clock.now(), { budgetCents: 1_000 });
  const { accountId: clipperId } = await testPerson(db, 'clipper');
  const id = await testClip(db, { listingId: listing.id, clipperId, approvedAt: clock.now() });
  await count(db, id, 20_000, clock.now(), { band: 'hold', score: 70 });
  const since = clock.now();
  await testHold(db, id, since, { fromViews: 2_000, toViews: 14_000 });
  await settle(db, clock.now());
  const { body } = await show(id, world.admin);
  // Views are worth $40.00, of which $24.00 are held. The budget of $10.00 pays uncontested views first.
  expect(body.steps.slice(3)).toMatchObject([
    { step: 'held', state: 'stopped', label: 'Held', amountMicros: '24000000', at: since.toISOString() },
    { step: 'unpaid', label: 'Budget used up', amountMicros: '6000000', at: since.toISOString() },
    { step: 'pending', state: 'done', label: 'Pending', amountMicros: '10000000' },
    { step: 'released' },
    { step: 'paid' },
  ]);
  expect(body).toMatchObject({
    contestedViews: 12_000,
    contestedMicros: '24000000',
    contestedReservedMicros: '0',
    atStake: { wantedMicros: '24000000', reservedMicros: '0', isShort: true },
  });
});

test('money reversed after its release still counts as released', async () => {
  const { id, clipper } = await approved();
  await world.runDue();
  const now = clock.now();
  const change = { state: 'reversed', released_at: now, reversed_at: now, available_micros: 0n } as const;
  await db.updateTable('accruals').set(change).where('submission_id', '=', id).execute();
  const { body } = await show(id, clipper);
  expect([body.releasedMicros, steps(body)[4]]).toEqual(['0', 'Released: done']);
});

test('views that are held before the decision are neither eligible nor worth anything yet', async () => {
  const listing = await testListing(db, clock.now());
  const clipper = await testPerson(db, 'clipper');
  const id = await testClip(db, { listingId: listing.id, clipperId: clipper.accountId, approvedAt: null });
  await count(db, id, 5_000, clock.now());
  const all = (await show(id, clipper)).body;
  expect(all).toMatchObject({ countedViews: 5_000, eligibleViews: 5_000, excludedViews: 0 });
  await testHold(db, id, clock.now(), { fromViews: 2_000, toViews: 4_000 });
  const { body } = await show(id, clipper);
  expect(body).toMatchObject({
    countedViews: 5_000,
    eligibleViews: 3_000,
    excludedViews: 0,
    contestedViews: 2_000,
    recomputes: true,
  });
  expect(Number(body.worthMicros)).toBe((Number(all.worthMicros) * 3) / 5);
  await db.updateTable('fraud_holds').set({ to_views: null }).where('submission_id', '=', id).execute();
  expect((await show(id, clipper)).body).toMatchObject({
    eligibleViews: 0,
    worthMicros: '0',
    recomputes: true,
  });
});

test('shows an appeal’s text to the clipper and admins, and each viewer only the actions open to them', async () => {
  const listing = await testListing(db, clock.now());
  const clipper = await testPerson(db, 'clipper');
  const host = { ...(await testPerson(db, 'host')), accountId: listing.hostId };
  const id = await world.rejected(listing, clipper.accountId, 5_000);
  expect((await show(id, clipper)).body.may).toEqual(['appeal', 'send_screenshot', 'write']);
  await world.file(id, clipper);
  const seen = async (as: typeof clipper) => {
    const { body } = await show(id, as);
    return { text: body.appeals[0].text, may: body.may, decided: steps(body)[2] };
  };
  const decided = 'Rejected: stopped';
  const text = 'It is from the stream.';
  expect(await seen(clipper)).toEqual({ text, may: ['send_screenshot', 'write'], decided });
  expect(await seen(host)).toEqual({ text: null, may: ['block', 'write'], decided });
  expect(await seen(world.admin)).toEqual({ text, may: ['read_messages', 'decide_appeal'], decided });
});

test('each rule of the listing says whether the clip keeps it, as far as the post can be read', async () => {
  const rules = {
    required_tags: ['#night', '@run'],
    disclosure_required: true,
    min_seconds: 15,
    max_seconds: 60,
  };
  const listing = await testListing(db, clock.now(), { rules });
  const clipper = await testPerson(db, 'clipper');
  const id = await testClip(db, { listingId: listing.id, clipperId: clipper.accountId, approvedAt: null });
  const shown = async () =>
    (await show(id, clipper)).body.rules.map(
      (one: { rule: string; state: string }) => `${one.rule}: ${one.state}`,
    );
  expect(await shown()).toEqual(['posted_at: kept', 'length: unread', 'tags: unread', 'disclosure: unread']);

  const read = { submission_id: id, checked_at: clock.now() };
  const since = { missing_since: clock.now(), fix_by: clock.now() };
  await db
    .insertInto('caption_checks')
    .values({ ...read, missing: ['@run'], ...since })
    .execute();
  await db.updateTable('submissions').set({ duration_seconds: 61 }).where('id', '=', id).execute();
  expect(await shown()).toEqual(['posted_at: kept', 'length: broken', 'tags: broken', 'disclosure: kept']);
  const { body } = await show(id, clipper);
  expect(body.rules[2].sentence).toBe('The caption is missing @run.');
});
