import { afterAll, expect, test } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros } from '#contract/money.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { releaseDue, settle } from '#server/modules/earnings/earnings.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { waitingOf } from '#server/modules/payouts/payouts.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { auditsJob } from './audits.job.ts';
import { drawAudits } from './draw-audits.ts';

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
  .values([{ proven_clips: 0, limit_micros: dollars(25), audit_percent: 50 }])
  .execute();

/** A drawn clip that earned $20.00 at hour 0, whose owner releases analytics. */
async function drawn() {
  const clipperId = (await testPerson(db, 'clipper')).accountId;
  const { id: listingId } = await testListing(db, start, { budgetCents: 100_000 });
  const clip = await testClip(db, { listingId, clipperId, approvedAt: start });
  await release(clip, start);
  await count(db, clip, 10_000, start);
  await settle(db, start, { listingId });
  await drawAudits(db, at(1), always);
  await releaseDue(db, at(25), { clipperIds: [clipperId] });
  return { clip, clipperId };
}

const release = (clip: string, releasedAt: Date | null) =>
  db
    .updateTable('connections')
    .set({ analytics_released_at: releasedAt })
    .where('id', '=', (eb) =>
      eb.selectFrom('submissions').select('connection_id').where('submissions.id', '=', clip),
    )
    .execute();
const holdOf = (clip: string) =>
  db
    .selectFrom('fraud_holds')
    .select(['state', 'from_views', 'to_views'])
    .where('submission_id', '=', clip)
    .executeTakeFirst();
const waits = async (clipperId: AccountId, hours: number) =>
  (await waitingOf(db, clipperId, at(hours))).unprovenMicros;
const run = (hours: number) => auditsJob(db, never).run(at(hours), new AbortController().signal);

test('an audit of an owner who releases analytics holds nothing, and its money waits until they prove the views', async () => {
  const { clip, clipperId } = await drawn();
  await run(26);
  expect(await holdOf(clip)).toBeUndefined();
  expect(await waits(clipperId, 26)).toBe(dollars(20));
  await count(db, clip, 10_000, at(90), { proven_views: 10_000n, shown_views: 10_000n });
  expect(await waits(clipperId, 90)).toBe(0n);
  await run(200);
  expect(await holdOf(clip)).toBeUndefined();
  expect(await reconcile(db)).toMatchObject({ ok: true });
});

test('analytics that look like people answer it, though they prove only a part: the rest may leave within the limit', async () => {
  const { clip, clipperId } = await drawn();
  await count(db, clip, 10_000, at(90), { proven_views: 3_333n, shown_views: 9_999n });
  await run(91);
  expect(await waits(clipperId, 91)).toBe(13_334_000n);
  await count(db, clip, 10_000, at(100), { shown_views: 10_000n });
  await run(101);
  expect(await waits(clipperId, 101)).toBe(0n);
  expect(await holdOf(clip)).toBeUndefined();
});

test('begins as it was drawn, if analytics have not answered it after six days', async () => {
  const { clip } = await drawn();
  await count(db, clip, 12_000, at(100), { proven_views: 4_000n, shown_views: 4_000n });
  await run(145 - 0.1);
  expect(await holdOf(clip)).toBeUndefined();
  await Promise.all([run(145), run(145)]);
  expect(await holdOf(clip)).toEqual({ state: 'open', from_views: 4_000n, to_views: 10_000n });
  const audits = await db
    .selectFrom('clip_audits')
    .select(['views', 'drawn', 'probability', 'fresh_micros', 'due_at'])
    .where('submission_id', '=', clip)
    .execute();
  expect(audits).toEqual([
    {
      ...{ views: 10_000n, drawn: 0, fresh_micros: dollars(20) },
      ...{ probability: expect.closeTo(1 - 0.5 ** 0.8), due_at: at(145 + 7 * 24) },
    },
  ]);
});

test('begins at once if the owner ends the release', async () => {
  const { clip } = await drawn();
  await release(clip, null);
  await run(26);
  expect(await holdOf(clip)).toMatchObject({ state: 'open', to_views: 10_000n });
});

test('draws nothing else for the clip meanwhile, and what it earns then waits', async () => {
  const { clip, clipperId } = await drawn();
  await count(db, clip, 15_000, at(30));
  await settle(db, at(30), {});
  const draws: number[] = [];
  await drawAudits(db, at(31), () => draws.push(1));
  await releaseDue(db, at(55), { clipperIds: [clipperId] });
  expect([draws, await waits(clipperId, 56)]).toEqual([[], dollars(30)]);
});
