import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { after, DAY, HOUR, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createSealer } from '#server/infra/seal.ts';
import { transact } from '#server/infra/transaction.ts';
import { ensureDemoAccounts } from '#server/modules/accounts/accounts.ts';
import { createAdapters, platformEndpoints, simulatorKeys } from '#server/modules/connections/connections.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { count, testClip, testListing } from '#server/testing/clips.ts';
import { testDatabase } from '#server/testing/database.ts';
import { testModules } from '#server/testing/modules.ts';
import { startSimulator } from '#simulator/simulator.ts';
import { archiveDemo } from './archive-demo.ts';
import type { DemoWorld } from './demo-world.ts';
import { demoState, seedDemo } from './seed-demo.ts';

/** Moments at which a date could trip: the first minute of a month, a run's own minute, the days around both, year's end. */
const moments = [
  '2027-03-01T00:01:00Z',
  '2027-02-01T09:00:00Z',
  '2027-01-04T08:59:00Z',
  '2028-02-29T23:59:00Z',
];

async function seedAt(now: Date, market: DemoWorld['market'] = null) {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'permille-seed-'));
  const clock = new MovableClock({ frozenAt: now });
  const simulator = await startSimulator({ clock, stateFile: null });
  const { db } = database;
  const adapters = createAdapters(simulatorKeys, platformEndpoints({}, simulator.urls), clock);
  const connect = {
    db,
    adapters,
    sealer: createSealer('a secret for tests that is long enough'),
    appUrl: 'http://localhost:3000',
  };
  const demoIds = await transact(db, (tx) => ensureDemoAccounts(tx, now));
  await seedDemo({ db, dataDir, clock, demoIds, connect, simulator, market });
  const reset = async () => {
    await archiveDemo(db, clock.now());
    Object.assign(demoIds, await transact(db, (tx) => ensureDemoAccounts(tx, clock.now())));
    await seedDemo({ db, dataDir, clock, demoIds, connect, simulator, market });
  };
  const api = await testApi(db, clock, testModules(db, clock, ['earnings']));
  return {
    db,
    clock,
    reset,
    demoIds,
    async overview(role: 'host' | 'clipper') {
      const as = {
        userId: demoIds[role],
        role,
        sessionId: role,
        isDemo: true,
        email: '',
        confirmedAt: new Date(),
        needsSecondFactor: false,
      };
      return (await api.send('GET', `/api/${role}/overview`, { as })).body;
    },
    async close() {
      await api.close();
      await simulator.stop();
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function expectSpecifiedFigures(demo: Awaited<ReturnType<typeof seedAt>>): Promise<void> {
  expect(await demo.overview('host')).toMatchObject({
    balanceMicros: '2847300000',
    totalBudgetMicros: '4500000000',
    spentMicros: '1652700000',
    activeListings: 7,
    views: 847_293,
    pendingClips: 3,
  });
  const { figures, ...counts } = await demo.overview('clipper');
  expect(counts).toMatchObject({ submitted: 23, approved: 20, pending: 3, successRate: 87 });
  expect(figures).toMatchObject({
    earnedMicros: '847500000',
    thisMonthMicros: '101700000',
    contestedMicros: '0',
    paidOutMicros: '719700000',
  });
  const pending = [figures.availableMicros, figures.pendingMicros, figures.onItsWayMicros].map(BigInt);
  expect(pending.reduce((a, b) => a + b, 0n)).toBe(127_800_000n);
  expect((await demoState(demo.db)).kind).toBe('seeded');
}

it.each(moments)('shows the specified demo figures to the cent when seeded at %s', async (moment) => {
  const demo = await seedAt(new Date(moment));
  try {
    await expectSpecifiedFigures(demo);
    // Only verified creators post, and clips come from connected accounts.
    const { connected, posted } = await demo.db
      .selectFrom(['connections', 'listings'])
      .select((of) => [
        of.fn.max('connected_at').as('connected'),
        of.fn.min('listings.created_at').as('posted'),
      ])
      .executeTakeFirstOrThrow();
    expect(connected < posted).toBe(true);
  } finally {
    await demo.close();
  }
});

const MARKET_LIMIT_MS = 180_000;

it('has a market around the demo accounts: people, listings of every state, clips of every score, money on its way', {
  timeout: MARKET_LIMIT_MS,
}, async () => {
  const demo = await seedAt(new Date('2027-03-01T00:01:00Z'), { spread: true });
  const { db, clock } = demo;
  try {
    await expectSpecifiedFigures(demo);
    expect((await reconcile(db)).ok).toBe(true);
    const countBy = async (table: 'users' | 'listings' | 'payouts', column: string) => {
      const { rows } = await sql<{ of: string; n: number }>`
        select ${sql.ref(column)} as of, count(*)::int as n from ${sql.table(table)} group by 1`.execute(db);
      return Object.fromEntries(rows.map(({ of, n }) => [of, n]));
    };
    expect(await countBy('users', 'role')).toEqual({ host: 10, clipper: 40 });
    const states = await countBy('listings', 'state');
    expect(Object.values(states).reduce((a, b) => a + b)).toBe(60);
    expect(Object.keys(states).sort()).toEqual(['active', 'ended', 'paused', 'settled']);
    expect(Object.keys(await countBy('listings', 'pause_reason'))).toEqual(
      expect.arrayContaining(['host', 'exhausted']),
    );
    expect(await countBy('payouts', 'state')).toMatchObject({
      failed: 1,
      requested: 2,
      paid: expect.any(Number),
    });
    const pending = await db
      .selectFrom('submissions as s')
      .innerJoin('clip_tracking as t', 't.submission_id', 's.id')
      .select(['t.score', 's.decide_by', 's.clipper_id'])
      .where('s.status', '=', 'pending')
      .where('t.band', '<>', 'not_enough_data')
      .orderBy('t.score')
      .execute();
    expect(pending.length).toBeGreaterThanOrEqual(10);
    expect(new Set(pending.map((clip) => clip.clipper_id)).size).toBeGreaterThan(3);
    expect(pending[0]!.score).toBeLessThan(8);
    expect(pending.at(-1)!.score).toBeGreaterThanOrEqual(60);
    // Nothing is late on the first day's evening: the night makes all anew.
    expect(pending.filter((clip) => clip.decide_by < after(clock.now(), 8 * HOUR))).toEqual([]);
    const open = await db
      .selectFrom('fraud_holds as h')
      .innerJoin('submissions as s', 's.id', 'h.submission_id')
      .select(['h.reason'])
      .where('h.state', '=', 'open')
      .where('s.status', '=', 'pending')
      .execute();
    expect(open).toEqual([{ reason: expect.stringMatching(/\w{3}/) }]);
    const appeals = await db.selectFrom('appeals').select('state').execute();
    expect(appeals).toEqual([{ state: 'open' }]);
    await demo.reset();
    await expectSpecifiedFigures(demo);
  } finally {
    await demo.close();
  }
});

it('a reset shows the same figures again, and moves nothing of anybody else', async () => {
  const demo = await seedAt(new Date('2026-11-21T01:20:00Z'));
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
    // What came back was asked for again, two hours ago, and is on time.
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
    const clipperId = (await testPerson(db, 'clipper')).userId;
    const clip = await testClip(db, { listingId, clipperId, approvedAt: now, views: 2_000 });
    await settle(db, now);
    const requested = await testPerson(db, 'clipper');
    const payout = {
      id: newId(),
      clipper_id: requested.userId,
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
    // What visitors sent would fill the room for uploads night by night.
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
