import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { CohortShown } from '#contract/cohorts.ts';
import type { Actor } from '#server/http/actor.ts';
import { after, DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { transact } from '#server/infra/transaction.ts';
import { balanceOf, clipperAvailable, clipperPending, reconcile } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { noticesOf } from '#server/testing/notices.ts';
import { cohortsJob } from './join.job.ts';

const t = await testDatabase();
const { db } = t;
const clock = new MovableClock({ frozenAt: new Date('2026-03-02T08:00:00Z') });
const modules = testModules(db, clock, ['listings', 'fraud-holds', 'earnings', 'appeals', 'cohorts']);
const api = await testApi(db, clock, modules);
let admin: Actor;
beforeAll(async () => {
  admin = await testPerson(db, 'admin');
});
afterEach(async () => expect(await reconcile(db)).toMatchObject({ ok: true }));
afterAll(async () => {
  await api.close();
  await t.close();
});

/** Creates a new earnings job each time, so that no job waits after a slow round. */
const settle = () => testModules(db, clock, ['earnings'])[0].jobs![0]!.run(clock.now());
const join = () => cohortsJob(db).run(clock.now());

/**
 * Creates one clipper for each mailbox, with an approved clip of 1,000 views on one listing at $2.00 per
 * 1,000.
 */
async function ring(...mailboxes: string[]) {
  const { id } = await testListing(db, clock.now());
  const people = [];
  for (const email of mailboxes) {
    const actor = await testPerson(db, 'clipper');
    const clip = await testClip(db, {
      listingId: id,
      clipperId: actor.accountId,
      approvedAt: clock.now(),
      views: 1_000,
    });
    await count(db, clip, 1_000, clock.now());
    const { accountId: user_id } = actor;
    await db
      .insertInto('payout_addresses')
      .values({ user_id, email, usable_at: clock.now(), set_at: clock.now() })
      .execute();
    people.push({ actor, clip });
  }
  return people;
}

const list = async (view = 'open') =>
  (await api.send('GET', `/api/admin/cohorts?view=${view}`, { as: admin })).body.rows;
const show = async (id: string): Promise<CohortShown> =>
  (await api.send('GET', `/api/admin/cohorts/${id}`, { as: admin })).body;
const decide = (id: string, what: 'hold' | 'uphold' | 'clear', body: object, as = admin) =>
  api.send('POST', `/api/admin/cohorts/${id}/${what}`, { as, body: { note: 'One mailbox.', ...body } });
const pending = ({ actor }: { actor: Actor }) => balanceOf(db, clipperPending(actor.accountId));
const available = ({ actor }: { actor: Actor }) => balanceOf(db, clipperAvailable(actor.accountId));
const cohortOf = async ({ actor }: { actor: Actor }) => {
  const rows = await db
    .selectFrom('cohort_members')
    .select('cohort_id')
    .where('clipper_id', '=', actor.accountId)
    .execute();
  return rows.map(({ cohort_id }) => cohort_id);
};

test('one decision excludes a ring’s unpaid money exactly and notifies each member, who can appeal', async () => {
  const [a, b, stranger] = await ring('ring@mail.example', 'ring+b@mail.example', 'other@mail.example');
  await settle();
  expect([await pending(a!), await pending(b!)]).toEqual([2_000_000n, 2_000_000n]);
  // A member without a username belongs to the cohort too.
  await db.deleteFrom('profiles').where('user_id', '=', b!.actor.accountId).execute();
  await join();
  await join();
  const [id] = await cohortOf(a!);
  expect(await cohortOf(b!)).toEqual([id]);
  expect(await cohortOf(stranger!)).toEqual([]);
  expect(await list()).toMatchObject([
    { id, state: 'open', members: 2, clips: 2, kinds: ['payout_address'], pendingMicros: '4000000' },
  ]);
  const shown = await show(id!);
  expect(shown.people.map(({ name }) => name)).toContain('clipper');
  expect(shown.openClips.map(({ name }) => name)).toContain('clipper');
  expect(shown.links).toMatchObject([{ kind: 'payout_address', detail: 'r…@mail.example' }]);
  expect(shown.openClips.map((clip) => clip.id).toSorted()).toEqual([a!.clip, b!.clip].toSorted());

  const clipIds = [a!.clip, b!.clip];
  expect((await decide(id!, 'hold', { clipIds })).body).toEqual({ clips: 2 });
  clock.advance(40 * DAY);
  await settle();
  expect(await available(a!)).toBe(0n);
  expect((await decide(id!, 'uphold', { clipIds })).body).toEqual({ clips: 2 });
  await settle();
  for (const one of [a!, b!]) {
    expect([await pending(one), await available(one)]).toEqual([0n, 0n]);
    const kinds = (await noticesOf(db, one.actor.userId)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['fraud_hold.opened', 'fraud_hold.upheld']));
  }
  expect(await available(stranger!)).toBe(2_000_000n);
  const appeal = await api.send('POST', `/api/clipper/submissions/${a!.clip}/appeal`, {
    as: a!.actor,
    body: { text: 'We are brothers.' },
  });
  expect(appeal.status).toBe(200);

  await join();
  expect(await cohortOf(a!)).toEqual([id]);
  expect((await decide(id!, 'clear', {})).body.code).toBe('cohort_decided');
  expect((await decide(id!, 'hold', { clipIds })).body.code).toBe('cohort_decided');
  expect((await list('decided')).map((row: { id: string }) => row.id)).toContain(id);
});

test('clearing releases only what was held for the cohort, and the same links join nobody again', async () => {
  const people = await ring('flat@mail.example', 'flat@mail.example');
  const [a] = people;
  await join();
  const [id] = await cohortOf(a!);
  await decide(id!, 'hold', { clipIds: people.map(({ clip }) => clip) });
  await settle();
  expect(await pending(a!)).toBe(0n);
  expect((await decide(id!, 'clear', {})).body).toEqual({ clips: 2 });
  await settle();
  expect(await pending(a!)).toBe(2_000_000n);
  clock.advance(2 * HOUR);
  await join();
  expect(await cohortOf(a!)).toEqual([id]);
  expect(await show(id!)).toMatchObject({ state: 'cleared', note: 'One mailbox.' });
});

test('holding or clearing a cohort leaves a hold based on the score unchanged', async () => {
  const people = await ring('two@mail.example', 'two@mail.example');
  const [a, b] = people;
  await join();
  const [id] = await cohortOf(a!);
  const own = { id: a!.clip, submission_id: a!.clip, state: 'open' as const, score: 70, reason: 'Steps.' };
  await db
    .insertInto('fraud_holds')
    .values({
      ...own,
      from_views: 10n,
      to_views: 20n,
      opened_at: clock.now(),
      decide_by: after(clock.now(), DAY),
    })
    .execute();
  expect((await decide(id!, 'hold', { clipIds: [a!.clip, b!.clip] })).body).toEqual({ clips: 1 });
  await decide(id!, 'clear', {});
  const holds = await db
    .selectFrom('fraud_holds')
    .select(['submission_id', 'state', 'from_views', 'to_views'])
    .where('submission_id', 'in', [a!.clip, b!.clip])
    .orderBy('opened_at')
    .execute();
  expect(holds).toContainEqual({ submission_id: a!.clip, state: 'open', from_views: 10n, to_views: 20n });
  expect(holds).toContainEqual(expect.objectContaining({ submission_id: b!.clip, state: 'released' }));
});

test('refuses clips of other people and decides nothing', async () => {
  const [a] = await ring('own@mail.example', 'own@mail.example');
  const [stranger] = await ring('alone@mail.example');
  await join();
  const [id] = await cohortOf(a!);
  for (const decision of ['hold', 'uphold'] as const) {
    const refused = await decide(id!, decision, { clipIds: [a!.clip, stranger!.clip] });
    expect(refused).toMatchObject({ status: 422, body: { code: 'cohort_clips' } });
  }
  expect(await show(id!)).toMatchObject({ state: 'open', decidedAt: null });
  expect(
    await db.selectFrom('fraud_holds').select('id').where('submission_id', '=', a!.clip).execute(),
  ).toEqual([]);
});

test('one of two concurrent admins wins, and each clip is decided once', async () => {
  const people = await ring('both@mail.example', 'both@mail.example', 'both@mail.example');
  await join();
  const [id] = await cohortOf(people[0]!);
  const clipIds = people.map(({ clip }) => clip);
  const second = await testPerson(db, 'admin');
  const answers = await Promise.all([
    decide(id!, 'uphold', { clipIds }),
    decide(id!, 'uphold', { clipIds: clipIds.toReversed() }, second),
    decide(id!, 'clear', {}, second),
    settle(),
  ]);
  const codes = answers.slice(0, 3).map((answer) => (answer as { status: number }).status);
  expect(codes.toSorted()).toEqual([200, 409, 409]);
  await settle();
  const holds = await db
    .selectFrom('fraud_holds')
    .select('submission_id')
    .where('submission_id', 'in', clipIds)
    .execute();
  expect(holds.length).toBe((await show(id!)).state === 'upheld' ? 3 : 0);
});

test('a person in two open cohorts merges them, and several processes create each cohort once', async () => {
  const [a] = await ring('left@mail.example', 'left@mail.example');
  const [b] = await ring('right@mail.example', 'right@mail.example');
  await Promise.all([join(), join(), join()]);
  const [[left], [right]] = [await cohortOf(a!), await cohortOf(b!)];
  expect(left).not.toBe(right);
  const [one_id, other_id] = [a!.actor.accountId, b!.actor.accountId].toSorted() as [AccountId, AccountId];
  const found = { hits: 5, first_found_at: clock.now(), found_at: clock.now() };
  await db
    .insertInto('cohort_links')
    .values({ ...found, one_id, other_id, kind: 'synchronized_growth' })
    .execute();
  await Promise.all([join(), join()]);
  const [joined] = await cohortOf(a!);
  expect(await cohortOf(b!)).toEqual([joined]);
  expect(await show(joined!)).toMatchObject({ members: 4, kinds: ['payout_address', 'synchronized_growth'] });
  expect(
    await transact(db, (tx) =>
      tx.selectFrom('cohorts').select('id').where('id', 'in', [left!, right!]).execute(),
    ),
  ).toHaveLength(1);
});
