import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { micros, raiseToCents } from '#contract/money.ts';
import { DAY, HOUR } from './infra/clock.ts';
import { releaseDue, settle } from './modules/earnings/earnings.ts';
import { reconcile } from './modules/ledger/ledger.ts';
import { newsMails } from './modules/notifications/notifications.ts';
import { commitDecisionsJob } from './modules/submissions/commit-decisions.job.ts';
import { count, testClip } from './testing/clips.ts';
import { places } from './testing/facts/places.ts';
import { compare } from './testing/facts/statements.ts';
import { factsWorld } from './testing/facts/world.ts';
import { listingBody } from './testing/listings.ts';
import { testMails } from './testing/mails.ts';
import { testModules } from './testing/modules.ts';
import { testHold } from './testing/questions.ts';

const world = await factsWorld();
const { clock, database, named, send, bySession } = world;
const { db } = database;
const [fraudHolds] = testModules(db, clock, ['fraud-holds']);
afterAll(world.stop);

let clipperId: AccountId;
let [rich, poor] = ['', ''];
beforeAll(async () => {
  const found = await db
    .selectFrom('profiles')
    .select('user_id as id')
    .where('username', '=', 'tess_cuts')
    .executeTakeFirstOrThrow();
  clipperId = found.id;
  rich = (await post('300000000')).id;
  poor = (await post('20000000')).id;
  named.clip = [];
  named.listing = [rich, poor];
});

const post = (budgetMicros: string) => send('host', '/api/listings', { ...listingBody, budgetMicros });

async function submitted(listingId: string, views: number): Promise<string> {
  const id = await testClip(db, { listingId, clipperId, approvedAt: null, submittedAt: clock.now(), views });
  await db
    .updateTable('submissions')
    .set({ decide_by: new Date(clock.now().getTime() + DAY) })
    .where('id', '=', id)
    .execute();
  named.clip.push(id);
  return id;
}

/** Decides as the host does, and lets the ten seconds pass in which the decision can be undone. */
async function decide(clip: string, how: 'approve' | 'reject'): Promise<void> {
  await send(
    'host',
    `/api/submissions/${clip}/${how}`,
    how === 'approve' ? {} : { reason: 'wrong_content', note: null },
  );
  await agree(`${how} sent`);
  clock.advance(HOUR);
  await commitDecisionsJob(db).run(clock.now());
}

const adminDecides = async (clip: string, how: 'release' | 'uphold', range?: object) => {
  const { review } = await bySession('admin', `/api/clips/${clip}`);
  await send('admin', `/api/admin/fraud-holds/${review.fraudHoldId}/${how}`, {
    note: 'Looked at it.',
    ...range,
  });
};
const appeal = (clip: string) =>
  send('clipper', `/api/clipper/submissions/${clip}/appeal`, { text: 'It is from the stream.' });
async function decideAppeal(clip: string, how: 'overturn' | 'dismiss'): Promise<void> {
  const { appeals } = await bySession('admin', `/api/clips/${clip}`);
  await send('admin', `/api/admin/appeals/${appeals[0].id}/${how}`, { note: 'Looked at it.' });
}

/** Runs the jobs of money and holds. Other jobs are left out, because they would call platforms. */
async function runDue(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    for (const job of fraudHolds.jobs!) await job.run(clock.now());
    await settle(db, clock.now());
    await releaseDue(db, clock.now());
  }
  await newsMails({ db, ...testMails }).run(clock.now());
}

/**
 * Two kinds of places are left out and compared in contradictions.test.ts: files, whose reads per minute are
 * limited, and the feed, which is up to a second old.
 */
const often = places.filter(({ url }) => !/\.csv$|\/export$|^\/api\/listings$/.test(url));

/**
 * Checks that every place states the same about every clip, before and after the due jobs run, and that the
 * ledger balances.
 */
async function agree(step: string): Promise<void> {
  for (const when of ['before', 'after'] as const) {
    if (when === 'after') await runDue();
    const stated = await world.collectAll(often);
    expect(compare(stated).contradictions, `${step}, ${when} its jobs`).toEqual([]);
  }
  await addUp(step);
  expect(
    (await reconcile(db)).invariants.filter(({ ok }) => !ok),
    step,
  ).toEqual([]);
}

/**
 * Checks that the contested and unpaid sums of all clips together equal the sums that the clipper and the
 * host read.
 */
async function addUp(step: string): Promise<void> {
  const clips = await Promise.all(named.clip.map((id) => bySession('host', `/api/clips/${id}`)));
  const sum = (of: (clip: (typeof clips)[number]) => bigint | string) =>
    String(clips.reduce((all, clip) => all + BigInt(of(clip)), 0n));
  const { figures } = await bySession('clipper', '/api/clipper/overview');
  expect(
    sum((clip) => clip.contestedMicros),
    step,
  ).toBe(figures.contestedMicros);
  for (const clip of clips.filter(({ status }) => status === 'approved')) {
    const open = BigInt(clip.worthMicros) - BigInt(clip.earnedMicros);
    const named = BigInt(clip.contestedMicros) + BigInt(clip.budgetSpent?.amountMicros ?? 0);
    expect([clip.submissionId, named], step).toEqual([clip.submissionId, open > 0n ? open : 0n]);
    const held = clip.holds.find(({ state }: { state: string }) => state === 'open' || state === 'escalated');
    expect(
      clip.steps.some((one: { step: string }) => one.step === 'held'),
      step,
    ).toBe(held !== undefined);
  }
  const { rows } = await bySession('host', '/api/host/listings/queues');
  const { rows: listings } = await bySession('host', '/api/host/listings');
  for (const { id, budget, unpaidClips } of listings) {
    const lacks = clips
      .filter(({ listingId }) => listingId === id)
      .reduce(
        (all, { contestedMicros, contestedReservedMicros, budgetSpent }) =>
          all +
          BigInt(contestedMicros) -
          BigInt(contestedReservedMicros) +
          BigInt(budgetSpent?.amountMicros ?? 0),
        0n,
      );
    const queue = rows.find(({ listingId }: { listingId: string }) => listingId === id);
    const clears = queue?.clearsMicros ?? '0';
    if (unpaidClips > 0) expect(queue, step).toBeDefined();
    const short = raiseToCents(micros(lacks - BigInt(budget.freeMicros)));
    if (short > 1_000_000n) expect([id, clears], step).toEqual([id, String(short)]);
    else expect(BigInt(clears) <= 1_000_000n, step).toBe(true);
  }
}

test('a clip with held views has the same state everywhere from its submission to the end of its appeal', async () => {
  const clip = await submitted(rich, 53_995);
  await agree('submitted');
  await testHold(db, clip, clock.now(), { fromViews: 10_000, toViews: 46_777 });
  await count(db, clip, 53_995, clock.now(), { band: 'hold', score: 70 });
  await agree('held while pending');
  await decide(clip, 'approve');
  await agree('approved');
  clock.advance(DAY);
  await agree('released what nobody contests');
  expect(await bySession('clipper', `/api/clips/${clip}`)).toMatchObject({
    releasedMicros: '34436000',
    contestedViews: 36_777,
    contestedMicros: '73554000',
    contestedReservedMicros: '73554000',
  });
  await count(db, clip, 60_000, clock.now(), { band: 'hold', score: 70 });
  await agree('counted again');
  clock.advance(7 * DAY);
  await agree('escalated');
  await adminDecides(clip, 'uphold', { fromViews: 20_000, toViews: 46_777 });
  await agree('upheld in part');
  await appeal(clip);
  await agree('hold appealed');
  await decideAppeal(clip, 'dismiss');
  await agree('appeal dismissed');
}, 120_000);

test('a clip of a listing without budget has the same state everywhere when held, topped up and released', async () => {
  const first = await submitted(poor, 9_000);
  const second = await submitted(poor, 4_339);
  await decide(first, 'approve');
  await decide(second, 'approve');
  await agree('budget used up');
  await testHold(db, second, clock.now(), { fromViews: 0, toViews: 2_000 });
  await count(db, second, 4_339, clock.now(), { band: 'hold', score: 70 });
  await agree('held, with nothing reserved');
  expect(await bySession('clipper', `/api/clips/${second}`)).toMatchObject({
    contestedViews: 2_000,
    contestedMicros: '4000000',
    contestedReservedMicros: '0',
    budgetSpent: { amountMicros: '2678000' },
    atStake: { isShort: true },
  });
  clock.advance(2 * DAY);
  await agree('what was paid is released');
  await send('host', `/api/listings/${poor}/top-up`, { amountMicros: '3000000' });
  await agree('topped up with too little');
  const { rows } = await bySession('host', '/api/host/listings/queues');
  const { clearsMicros } = rows.find(({ listingId }: { listingId: string }) => listingId === poor);
  await send('host', `/api/listings/${poor}/top-up`, { amountMicros: clearsMicros });
  await agree('topped up by what clears the queue');
  expect(await bySession('host', `/api/clips/${second}`)).toMatchObject({
    budgetSpent: null,
    contestedReservedMicros: '4000000',
  });
  await adminDecides(second, 'release');
  await agree('hold released');
}, 120_000);

test('a rejected clip under appeal has the same state everywhere, even when nothing can be reserved for it', async () => {
  const clip = await submitted(poor, 5_000);
  await decide(clip, 'reject');
  await agree('rejected');
  await appeal(clip);
  await agree('appealed');
  expect(await bySession('clipper', `/api/clips/${clip}`)).toMatchObject({
    contestedMicros: '10000000',
    atStake: { isShort: true },
  });
  await send('host', `/api/listings/${poor}/top-up`, { amountMicros: '12000000' });
  await agree('reserved after a top-up');
  await decideAppeal(clip, 'overturn');
  await agree('appeal accepted');
  clock.advance(DAY);
  await agree('released');
}, 120_000);
