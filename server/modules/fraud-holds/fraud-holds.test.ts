import { afterAll, expect, it } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { topicOf } from '#contract/notifications/notification-kinds.ts';
import { personOf } from '#db/seed/person-of.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { transact } from '#server/infra/transaction.ts';
import { testPerson } from '#server/testing/api.ts';
import { clipWorld } from '#server/testing/clip-world.ts';
import { deadlinesJob } from './deadlines.job.ts';
import { openFraudHold, upholdFraudHold } from './decide.ts';
import { findUndecided } from './find-undecided.ts';
import type { Finding } from './finding.ts';

const world = await clipWorld();
afterAll(world.close);

/** Submits a clip with `views` in its newest count, of which `eligible` may be paid. */
async function clipWith(views: bigint, eligible = views, excluded = 0n): Promise<string> {
  const { id } = await world.submitClip();
  await world.db
    .updateTable('clip_tracking')
    .set({ views, eligible_views: eligible, excluded_views: excluded })
    .where('submission_id', '=', id)
    .execute();
  return id;
}

const scored = (score: number, contestedRange: Finding['contestedRange']): Finding => ({
  score,
  summary: 'Held.',
  contributions: [],
  contestedRange,
});

const hold = (submissionId: string, score: Finding) =>
  transact(world.db, (tx) => openFraudHold(tx, { submissionId, score, views: 0n, now: world.clock.now() }));

const holdsOf = (id: string) =>
  world.db
    .selectFrom('fraud_holds')
    .select(['id', 'score', 'from_views', 'to_views'])
    .where('submission_id', '=', id)
    .orderBy('id')
    .execute();

async function uphold(id: string) {
  const admin = await testPerson(world.db, 'admin');
  const open = (await holdsOf(id)).at(-1)!;
  const decision = { fraudHoldId: open.id, adminId: admin.userId, note: 'Bought.', now: world.clock.now() };
  await transact(world.db, (tx) => upholdFraudHold(tx, decision));
  return await world.db
    .selectFrom('clip_tracking')
    .select(['eligible_views', 'excluded_views'])
    .where('submission_id', '=', id)
    .executeTakeFirstOrThrow();
}

it('doubtful views found later extend an open hold, and the clipper is notified once', async () => {
  const id = await clipWith(60_000n);
  await hold(id, scored(62, { fromViews: 2_000, toViews: 20_000 }));
  await hold(id, scored(80, { fromViews: 1_500, toViews: 50_000 }));
  await hold(id, scored(70, { fromViews: 3_000, toViews: 30_000 }));
  expect(await holdsOf(id)).toMatchObject([{ score: 80, from_views: 1_500n, to_views: 50_000n }]);
  const notices = await world.db
    .selectFrom('notifications as n')
    .innerJoin('submissions as s', 's.clipper_id', 'n.user_id')
    .select('n.kind')
    .where('s.id', '=', id)
    .execute();
  expect(notices).toEqual([{ kind: 'fraud_hold.opened' }]);
  expect(await uphold(id)).toEqual({ eligible_views: 11_500n, excluded_views: 48_500n });
});

it('a hold on everything stays a hold on everything', async () => {
  const id = await clipWith(60_000n);
  await hold(id, scored(62, { fromViews: 2_000, toViews: 20_000 }));
  await hold(id, scored(80, null));
  await hold(id, scored(80, { fromViews: 2_000, toViews: 20_000 }));
  expect(await holdsOf(id)).toMatchObject([{ from_views: 0n, to_views: null }]);
});

it('upholding a hold never makes views payable that were counted after the window', async () => {
  const id = await clipWith(15_000n, 10_000n);
  await hold(id, scored(62, { fromViews: 2_000, toViews: 3_000 }));
  expect((await uphold(id)).eligible_views).toBe(9_000n);
});

it('views counted after the window or while the caption failed don’t replace excluded views', async () => {
  const id = await clipWith(260_000n, 200_000n);
  await hold(id, scored(80, { fromViews: 100_000, toViews: 180_000 }));
  expect(await uphold(id)).toEqual({ eligible_views: 120_000n, excluded_views: 80_000n });
  await hold(id, scored(95, { fromViews: 190_000, toViews: 260_000 }));
  expect(await uphold(id)).toEqual({ eligible_views: 110_000n, excluded_views: 150_000n });
});

it('upholding a hold on everything excludes each view once, including those excluded before', async () => {
  const id = await clipWith(50_000n, 10_000n, 40_000n);
  await hold(id, scored(80, null));
  expect(await uphold(id)).toEqual({ eligible_views: 0n, excluded_views: 50_000n });
});

it('two overlapping upheld holds exclude their common views once', async () => {
  const id = await clipWith(60_000n);
  await hold(id, scored(62, { fromViews: 10_000, toViews: 30_000 }));
  expect(await uphold(id)).toEqual({ eligible_views: 40_000n, excluded_views: 20_000n });
  await hold(id, scored(80, { fromViews: 20_000, toViews: 40_000 }));
  expect(await uphold(id)).toEqual({ eligible_views: 30_000n, excluded_views: 30_000n });
  await hold(id, scored(95, { fromViews: 15_000, toViews: 35_000 }));
  expect(await uphold(id)).toEqual({ eligible_views: 30_000n, excluded_views: 30_000n });
});

it('a hold on a range after an upheld hold on everything excludes only later views', async () => {
  const id = await clipWith(20_000n);
  await hold(id, scored(70, null));
  await uphold(id);
  const since = { views: 50_000n, eligible_views: 30_000n };
  await world.db.updateTable('clip_tracking').set(since).where('submission_id', '=', id).execute();
  await hold(id, scored(90, { fromViews: 10_000, toViews: 30_000 }));
  expect(await uphold(id)).toEqual({ eligible_views: 20_000n, excluded_views: 30_000n });
});

it('a hold on everything after an upheld range keeps the released views, wherever the range is', async () => {
  const id = await clipWith(60_000n);
  await hold(id, scored(62, { fromViews: 5_000, toViews: 15_000 }));
  await uphold(id);
  const { listing_id, clipper_id } = await world.db
    .selectFrom('submissions')
    .select(['listing_id', 'clipper_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const at = world.clock.now();
  const paid = {
    submission_id: id,
    entry_id: newId(),
    listing_id,
    clipper_id,
    views_from: 0n,
    views_to: 8_000n,
  };
  const terms = { rate_micros_per_view: 2_000n, amount_micros: 16_000_000n, counted_views: 60_000n };
  const moments = { counted_at: at, accrued_at: at, release_due_at: at, released_at: at };
  await world.db
    .insertInto('accruals')
    .values({ ...paid, ...terms, ...moments, state: 'released' })
    .execute();
  await hold(id, scored(90, null));
  expect(await uphold(id)).toEqual({ eligible_views: 8_000n, excluded_views: 52_000n });
});

it('a range that ends below its start because the count fell contests the views between', async () => {
  const id = await clipWith(60_000n);
  await hold(id, scored(70, { fromViews: 30_000, toViews: 25_000 }));
  expect(await uphold(id)).toEqual({ eligible_views: 55_000n, excluded_views: 5_000n });
});

it('a reviewer upholds part of a hold: that part is never paid, the rest counts, and other ranges are refused', async () => {
  const id = await clipWith(60_000n);
  await hold(id, scored(80, { fromViews: 2_000, toViews: 50_000 }));
  const admin = await testPerson(world.db, 'admin');
  const [open] = await holdsOf(id);
  const send = (fromViews: number, toViews: number) =>
    world.api.send('POST', `/api/admin/fraud-holds/${open!.id}/uphold`, {
      as: admin,
      body: { note: 'Bought at night.', range: { fromViews, toViews } },
    });
  for (const [from, to] of [
    [0, 20_000],
    [10_000, 50_001],
    [20_000, 20_000],
  ] as const) {
    const refused = await send(from, to);
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_input']);
  }
  expect((await send(10_000, 25_000)).status).toBe(200);
  const clip = await world.db
    .selectFrom('clip_tracking')
    .select(['eligible_views', 'excluded_views'])
    .where('submission_id', '=', id)
    .executeTakeFirst();
  expect(clip).toEqual({ eligible_views: 45_000n, excluded_views: 15_000n });
  const audit = await world.db
    .selectFrom('audit_log')
    .select('data')
    .where('subject_id', '=', id)
    .where('action', '=', 'fraud_hold.upheld')
    .execute();
  expect(audit).toMatchObject([{ data: { fromViews: '10000', toViews: '25000', note: 'Bought at night.' } }]);
});

it('after an upheld hold, a similar score contests only views that nobody judged, a clearly higher one all', async () => {
  const id = await clipWith(60_000n);
  const admin = await testPerson(world.db, 'admin');
  await hold(id, scored(80, { fromViews: 2_000, toViews: 50_000 }));
  const [open] = await holdsOf(id);
  // The rest of the hold is released, and a similar score does not hold it again.
  const body = { note: 'Bought at night.', range: { fromViews: 10_000, toViews: 25_000 } };
  await world.api.send('POST', `/api/admin/fraud-holds/${open!.id}/uphold`, { as: admin, body });
  const { upheld_score, cleared_score, views } = await world.db
    .selectFrom('clip_tracking')
    .select(['upheld_score', 'cleared_score', 'views'])
    .where('submission_id', '=', id)
    .executeTakeFirstOrThrow();
  expect([upheld_score, cleared_score]).toEqual([80, null]);
  const contested = (score: number, range: Finding['contestedRange']) =>
    transact(world.db, (tx) =>
      findUndecided(tx, { submissionId: id, views, upheldScore: upheld_score }, scored(score, range)),
    );
  expect(await contested(89, { fromViews: 2_000, toViews: 48_000 })).toBeUndefined();
  expect(await contested(89, { fromViews: 2_000, toViews: 58_000 })).toEqual({
    fromViews: 50_000,
    toViews: 58_000,
  });
  expect(await contested(89, null)).toEqual({ fromViews: 0, toViews: 60_000 });
  expect(await contested(90, { fromViews: 2_000, toViews: 48_000 })).toEqual({
    fromViews: 2_000,
    toViews: 48_000,
  });
});

it.each([
  { score: 45, state: 'released', title: 'Views released' },
  { score: 80, state: 'escalated', title: 'The review of held views is taking longer' },
])(
  'notifies clipper and host of the automatic decision on a hold with score $score: $state',
  async ({ score, state, title }) => {
    const { id, clipper, host } = await world.submitClip();
    await world.db.updateTable('clip_tracking').set({ score }).where('submission_id', '=', id).execute();
    await hold(id, scored(score, null));
    await deadlinesJob(world.db).run(after(world.clock.now(), 7 * DAY));
    const decided = await world.db
      .selectFrom('fraud_holds')
      .select('state')
      .where('submission_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(decided.state).toBe(state);
    const noticeOf = async (accountId: AccountId, kind: string) => {
      const rows = await world.db
        .selectFrom('notifications')
        .select(['title', 'link'])
        .where('user_id', '=', personOf(accountId))
        .where('kind', '=', kind)
        .execute();
      expect(rows).toHaveLength(1);
      return rows[0]!;
    };
    expect(await noticeOf(clipper.accountId, `fraud_hold.${state}`)).toEqual({
      title,
      link: `/clips/${id}`,
    });
    const forHost = `fraud_hold.${state}_for_host`;
    expect(await noticeOf(host.accountId, forHost)).toEqual({ title, link: `/clips/${id}` });
    expect(topicOf(forHost)).toBe('submissions');
  },
);
