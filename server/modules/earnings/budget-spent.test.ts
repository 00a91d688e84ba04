import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros } from '#contract/money.ts';
import { personOf } from '#db/seed/person-of.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { balanceOf, clipperPending, reconcile } from '#server/modules/ledger/ledger.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, fund, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testHold } from '#server/testing/questions.ts';
import { readReceipt } from './receipt.ts';
import { settle } from './settle.ts';

const t = await testDatabase();
afterAll(() => t.close());
const { db } = t;

const start = new Date('2026-02-02T08:00:00Z');
const at = (hours: number) => after(start, hours * HOUR);

/**
 * Creates a listing of $10.00 at $2.00 per 1,000 with one clip for each count of views, approved in this
 * order.
 */
async function listingWith(...views: number[]) {
  const given = await testListing(db, start, { budgetCents: 1_000 });
  const clips: { id: string; clipperId: AccountId }[] = [];
  for (const [hours, counted] of views.entries()) {
    const { accountId: clipperId } = await testPerson(db, 'clipper');
    const clip = { listingId: given.id, clipperId, approvedAt: at(hours), views: counted };
    clips.push({ id: await testClip(db, clip), clipperId });
  }
  await settle(db, at(10), { listingId: given.id });
  return { given, clips };
}

const spentAt = async (id: string) => {
  const { budget_spent_at } = await db
    .selectFrom('clip_earnings')
    .select('budget_spent_at')
    .where('submission_id', '=', id)
    .executeTakeFirstOrThrow();
  return budget_spent_at;
};
const noticesOf = (clipperId: AccountId) =>
  db
    .selectFrom('notifications')
    .select(['kind', 'title', 'body', 'link', 'created_at'])
    .where('user_id', '=', personOf(clipperId))
    .execute();

test('unfunded views put a clip into the state “budget used up”, on its receipt and by one notification', async () => {
  const { given, clips } = await listingWith(4_000, 3_000);
  const [paid, waiting] = [clips[0]!, clips[1]!];
  expect(await spentAt(paid.id)).toBeNull();
  expect(await readReceipt(db, paid.id)).toMatchObject({ budgetSpent: null });
  expect(await spentAt(waiting.id)).toEqual(at(10));
  expect(await noticesOf(waiting.clipperId)).toEqual([
    {
      kind: 'submission.budget_spent',
      title: 'Budget used up',
      body: 'The budget of “Night run” is used up, so it can’t pay all views of your clip now. We keep counting them and pay them in order of approval once the host tops up.',
      link: `/clips/${waiting.id}`,
      created_at: at(10),
    },
  ]);

  await count(db, waiting.id, 5_500, at(12));
  await settle(db, at(12), { listingId: given.id });
  expect((await readReceipt(db, waiting.id)).budgetSpent).toEqual({
    since: at(10),
    views: 4_500,
    amountMicros: 9_000_000n,
  });
  expect(await noticesOf(waiting.clipperId)).toHaveLength(1);
  expect(await noticesOf(paid.clipperId)).toEqual([]);
});

test('a settlement without money still finds newly waiting clips, once', async () => {
  const { given, clips } = await listingWith(5_000, 0);
  const late = clips[1]!;
  await count(db, late.id, 700, at(11));
  expect(await settle(db, at(11))).toMatchObject({ clips: 0, listingIds: [given.id] });
  expect(await spentAt(late.id)).toEqual(at(11));
  expect(await settle(db, at(12))).toMatchObject({ listingIds: [] });
  expect(await spentAt(late.id)).toEqual(at(11));
});

test('a partial top-up keeps the state’s start, a full one ends it, and a later state is notified again', async () => {
  const { given, clips } = await listingWith(6_000, 3_000);
  await fund(db, given, centsToMicros(400), at(13));
  await settle(db, at(13), { listingId: given.id });
  expect(await Promise.all(clips.map(({ id }) => spentAt(id)))).toEqual([null, at(10)]);
  await fund(db, given, centsToMicros(400), at(14));
  await settle(db, at(14), { listingId: given.id });
  expect(await spentAt(clips[1]!.id)).toBeNull();
  expect((await readReceipt(db, clips[1]!.id)).budgetSpent).toBeNull();
  await count(db, clips[1]!.id, 9_000, at(15));
  await settle(db, at(15), { listingId: given.id });
  expect(await spentAt(clips[1]!.id)).toEqual(at(15));
  expect(await noticesOf(clips[1]!.clipperId)).toHaveLength(2);
  expect(await reconcile(db)).toMatchObject({ ok: true });
});

test('fallen or contested views do not wait for budget', async () => {
  const { given, clips } = await listingWith(5_000, 1_000, 1_000);
  await count(db, clips[1]!.id, 0, at(11));
  await testHold(db, clips[2]!.id, at(11));
  await settle(db, at(11), { listingId: given.id });
  expect(await Promise.all(clips.map(({ id }) => spentAt(id)))).toEqual([null, null, null]);
});

test('money freed by the same settlement pays in the next one, so that no clipper is notified of a second’s wait', async () => {
  const given = await testListing(db, start, {
    budgetCents: 1_000,
    maxPayoutMicros: centsToMicros(1_000),
    allocation: 'reserved',
  });
  const [one, two] = [await testPerson(db, 'clipper'), await testPerson(db, 'clipper')];
  const clip = { listingId: given.id, approvedAt: start };
  const first = await testClip(db, { ...clip, clipperId: one.accountId, views: 1_000 });
  await settle(db, at(1));
  await count(db, first, 1_000, at(2), { state: 'finished', next_poll_at: null });
  const second = await testClip(db, { ...clip, approvedAt: at(2), clipperId: two.accountId, views: 2_000 });
  while ((await settle(db, at(2), { listingId: given.id })).listingIds.length > 0);
  expect(await spentAt(second)).toBeNull();
  expect(await balanceOf(db, clipperPending(two.accountId))).toBe(4_000_000n);
  expect(await noticesOf(two.accountId)).toEqual([]);
});

test('a clip that the budget of an ended listing never paid is finished, and its receipt still says so', async () => {
  const { given, clips } = await listingWith(5_000, 1_000);
  await db
    .updateTable('listings')
    .set({ state: 'ended', pause_reason: null })
    .where('id', '=', given.id)
    .execute();
  for (const { id } of clips) {
    const views = id === clips[0]!.id ? 5_000 : 1_000;
    await count(db, id, views, at(20), { state: 'finished', next_poll_at: null });
  }
  await settle(db, at(20), { listingId: given.id });
  const { state } = await db
    .selectFrom('clip_earnings')
    .select('state')
    .where('submission_id', '=', clips[1]!.id)
    .executeTakeFirstOrThrow();
  expect(state).toBe('finished');
  expect((await readReceipt(db, clips[1]!.id)).budgetSpent).toEqual({
    since: at(10),
    views: 1_000,
    amountMicros: 2_000_000n,
  });
});

test('after concurrent top-ups and settlements exactly the unpaid clips are marked', async () => {
  const { given, clips } = await listingWith(4_000, 3_000, 2_000, 5_000, 1_000);
  for (const round of [1, 2, 3, 4]) {
    const now = at(20 + round);
    const topUp = () => fund(db, given, centsToMicros(300), now);
    const run = () => settle(db, now, { listingId: given.id });
    await Promise.all([topUp(), run(), run(), topUp(), run()]);
    await run();
    // The budget is $10.00, and each round adds $6.00. The clips are worth $8.00, $6.00, $4.00, $10.00 and
    // $2.00.
    const paid = { 1: 2, 2: 3, 3: 4, 4: 5 }[round]!;
    expect(await Promise.all(clips.map(async ({ id }) => (await spentAt(id)) === null))).toEqual(
      clips.map((_, order) => order < paid),
    );
    expect(await reconcile(db)).toMatchObject({ ok: true });
  }
  for (const { clipperId } of clips) expect((await noticesOf(clipperId)).length).toBeLessThan(2);
});
