import { sql } from 'kysely';
import { afterAll, afterEach, expect, it } from 'vitest';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { clipWorld } from '#server/testing/clip-world.ts';
import { earningsJob } from './earnings.job.ts';
import { pendingRows } from './queries.ts';
import { readReceipt } from './receipt.ts';

const world = await clipWorld();
afterAll(world.close);
afterEach(async () => {
  expect((await reconcile(world.db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
});

/** Creates an approved, growing clip whose caption has the required label. */
async function labelled() {
  const listing = await world.addListing({ disclosure: true });
  const account = await world.addAccount('tiktok');
  const post = { scenario: 'organic', views: 40_000, seed: 7, caption: 'A clip #ad' } as const;
  const clip = await world.submitPost(account, listing.id, post);
  await world.api.send('POST', `/api/submissions/${clip.id}/approve`, { as: listing.host });
  return { ...account, ...clip };
}

/** Lets time pass in steps, and counts and settles after each. */
async function pass(hours: number, step: number) {
  for (let left = hours; left > 0; left -= step) {
    await world.pass(Math.min(step, left), step);
    await earningsJob(world.db).run(world.clock.now());
  }
}

async function earned(submissionId: string): Promise<bigint> {
  const { paidViews, recomputes } = (await readReceipt(world.db, submissionId))!;
  expect(recomputes).toBe(true);
  return BigInt(paidViews);
}

/**
 * Returns the earnings before and since the caption first lacked the label, with the pending and released
 * parts.
 */
async function aroundLapse(submissionId: string) {
  const { rows } = await sql<{ before: bigint; since: bigint; pending_since: bigint; released: bigint }>`
    select
      coalesce(sum(a.amount_micros) filter (where a.accrued_at < w.lapses[1]), 0)::bigint as before,
      coalesce(sum(a.amount_micros) filter (where a.accrued_at >= w.lapses[1]), 0)::bigint as since,
      coalesce(sum(a.amount_micros) filter (where a.accrued_at >= w.lapses[1] and a.state = 'pending'), 0)::bigint as pending_since,
      coalesce(sum(a.amount_micros) filter (where a.state = 'released'), 0)::bigint as released
    from accruals a join caption_checks w on w.submission_id = a.submission_id
    where a.submission_id = ${submissionId} and a.state <> 'reversed'`.execute(world.db);
  return rows[0]!;
}

it('earnings without the label stay pending until a reading finds it again', async () => {
  const clip = await labelled();
  await pass(6, 2);
  await world.simulator.setPostState('tiktok', clip.postId, { caption: 'A clip' });
  await pass(60, 4);
  const lapsed = await aroundLapse(clip.id);
  expect([lapsed.before > 0n, lapsed.since > 0n]).toEqual([true, true]);
  expect(lapsed.released).toBe(lapsed.before);
  expect(lapsed.pending_since).toBe(lapsed.since);
  expect(await pendingRows(world.db, clip.clipper.accountId)).toMatchObject([
    { waitsFor: expect.stringMatching(/^Its caption lacks something that the listing requires\./) },
  ]);

  await world.simulator.setPostState('tiktok', clip.postId, { caption: 'A clip #ad' });
  await pass(2, 1);
  expect((await aroundLapse(clip.id)).pending_since).toBeLessThan(lapsed.since);
});

it('after a second lapse nothing is earned from the reading that finds it; all views are paid once the label is back', async () => {
  const clip = await labelled();
  const label = async (caption: string) => {
    await world.simulator.setPostState('tiktok', clip.postId, { caption });
    await world.api.send('POST', `/api/submissions/${clip.id}/check-caption`, { as: clip.clipper });
  };
  await pass(2, 1);
  await label('A clip');
  await label('A clip #ad');
  await pass(49, 7);
  await label('A clip');
  const stopped = await earned(clip.id);
  await pass(24, 4);
  expect(await earned(clip.id)).toBe(stopped);
  const { body } = await world.api.send('GET', '/api/clipper/submissions', { as: clip.clipper });
  expect(body.rows[0].captionProblem).toMatchObject({ earnsNothing: true, isRepeat: true });
  await label('A clip #ad');
  await pass(4, 2);
  expect(await earned(clip.id)).toBeGreaterThan(stopped);
});
