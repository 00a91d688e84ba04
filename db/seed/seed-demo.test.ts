import { expect, it } from 'vitest';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { expectSpecifiedFigures, seededDemo } from '#server/testing/seeded-demo.ts';

/**
 * Moments at which a date could be off: the first minute of a month, a run's own minute, the days around
 * both, and the year's end.
 */
const moments = [
  '2027-03-01T00:01:00Z',
  '2027-02-01T09:00:00Z',
  '2027-01-04T08:59:00Z',
  '2028-02-29T23:59:00Z',
];

it.each(moments)('shows the specified demo figures to the cent when seeded at %s', async (moment) => {
  const demo = await seededDemo(new Date(moment));
  try {
    await expectSpecifiedFigures(demo);
    // Each weekly run paid the earnings of its week.
    const weekly = await demo.db
      .selectFrom('payouts')
      .select('amount_micros')
      .where('clipper_id', '=', demo.demoIds.clipper)
      .where('cause', '=', 'weekly')
      .orderBy('requested_at')
      .limit(6)
      .execute();
    expect(weekly.map(({ amount_micros }) => Number(amount_micros) / 1e6)).toEqual([
      118.35, 139.8, 137.4, 131.4, 104.55, 88.2,
    ]);
    // Only verified creators post, and clips are only from connected accounts.
    const { connected, posted } = await demo.db
      .selectFrom(['connections', 'listings'])
      .select((of) => [
        of.fn.max('connected_at').as('connected'),
        of.fn.min('listings.created_at').as('posted'),
      ])
      .executeTakeFirstOrThrow();
    expect(connected < posted).toBe(true);
    const { joined } = await demo.db
      .selectFrom('users')
      .select((of) => of.fn.max('created_at').as('joined'))
      .where('is_demo', '=', true)
      .executeTakeFirstOrThrow();
    expect(joined <= connected).toBe(true);
  } finally {
    await demo.close();
  }
});

it("a reset restores the same figures, and moves nobody else's money", async () => {
  const demo = await seededDemo(new Date('2026-11-21T01:20:00Z'));
  const { db, clock } = demo;
  try {
    await expectSpecifiedFigures(demo);
    const now = clock.now();
    const own = await db
      .selectFrom('payouts')
      .select(['cause', 'state', 'requested_at', 'due_at'])
      .where('clipper_id', '=', demo.demoIds.clipper)
      .orderBy('requested_at', 'desc')
      .limit(2)
      .execute();
    // The returned money was withdrawn again two hours ago, and is on time.
    expect(own).toMatchObject([
      {
        cause: 'withdrawal',
        state: 'processing',
        requested_at: after(now, -2 * HOUR),
        due_at: after(now, 22 * HOUR),
      },
      { cause: 'weekly', state: 'returned' },
    ]);
    const { id: listingId } = await testListing(db, now);
    const clipperId = (await testPerson(db, 'clipper')).accountId;
    const clip = await testClip(db, { listingId, clipperId, approvedAt: now, views: 2_000 });
    await settle(db, now);
    const requested = await testPerson(db, 'clipper');
    const payout = {
      id: newId(),
      clipper_id: requested.accountId,
      cause: 'withdrawal',
      state: 'requested',
    } as const;
    await db
      .insertInto('payouts')
      .values({
        ...payout,
        amount_micros: 5_000_000n,
        destination: 'a@b.example',
        requested_at: now,
        due_at: now,
      })
      .execute();
    await count(db, clip, 3_000, now);
    const { id: demoListing } = await db
      .selectFrom('listings')
      .select('id')
      .where('host_id', '=', demo.demoIds.host)
      .executeTakeFirstOrThrow();
    const visit = await testClip(db, { listingId: demoListing, clipperId, approvedAt: now, views: 2_000 });
    clock.advance(DAY - HOUR);
    const videos = () =>
      db
        .selectFrom('media_files')
        .select('owner_id')
        .where('kind', '=', 'source')
        .where('state', '=', 'ready')
        .execute();
    const [before] = await videos();
    await demo.reset();
    // Without this, visitors' uploads would fill the disk night after night.
    const kept = await videos();
    expect(kept).toHaveLength(1);
    expect(kept).not.toContainEqual(before);
    expect((await demo.overview('clipper')).figures).toMatchObject({
      earnedMicros: '847500000',
      paidOutMicros: '719700000',
    });
    const steps = await db.selectFrom('accruals').select('state').where('submission_id', '=', clip).execute();
    expect(steps).toEqual([{ state: 'pending' }]);
    const left = await db
      .selectFrom('clip_tracking')
      .select('state')
      .where('submission_id', '=', visit)
      .execute();
    expect(left).toEqual([{ state: 'stopped' }]);
    const waits = await db.selectFrom('payouts').select('state').where('id', '=', payout.id).execute();
    expect(waits).toEqual([{ state: 'requested' }]);
  } finally {
    await demo.close();
  }
});
