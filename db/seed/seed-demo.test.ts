import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testApi } from '#server/http/test-api.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { createSealer } from '#server/infra/seal.ts';
import { testDatabase } from '#server/infra/test-database.ts';
import { transact } from '#server/infra/transaction.ts';
import { ensureDemoAccounts } from '#server/modules/accounts/accounts.ts';
import { createAdapters, platformEndpoints, standInKeys } from '#server/modules/connections/connections.ts';
import { createEarningsModule } from '#server/modules/earnings/earnings.ts';
import { startSimulator } from '#simulator/simulator.ts';
import { demoState, seedDemo } from './seed-demo.ts';

/** Moments at which a date could trip: the first minute of a month, a run's own minute, the days around both, year's end. */
const moments = [
  '2026-11-21T01:20:00Z',
  '2027-03-01T00:01:00Z',
  '2027-02-01T09:00:00Z',
  '2027-01-04T08:59:00Z',
  '2028-02-29T23:59:00Z',
];

async function seedAt(now: Date) {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'permille-seed-'));
  const clock = new MovableClock({ frozenAt: now });
  const simulator = await startSimulator({ clock, stateFile: null });
  const { db } = database;
  const adapters = createAdapters(standInKeys, platformEndpoints({}, simulator.urls), clock);
  const connect = {
    db,
    adapters,
    sealer: createSealer('a secret for tests that is long enough'),
    appUrl: 'http://localhost:3000',
  };
  const demoIds = await transact(db, (tx) => ensureDemoAccounts(tx, now));
  await seedDemo({ db, dataDir, clock, demoIds, connect, simulator });
  const api = await testApi(db, clock, [createEarningsModule({ db })]);
  return {
    db,
    demoIds,
    async overview(role: 'host' | 'clipper') {
      const as = { userId: demoIds[role], role, sessionId: role, isDemo: true, email: '' };
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

it.each(moments)('shows the specified demo figures to the cent when seeded at %s', async (moment) => {
  const demo = await seedAt(new Date(moment));
  try {
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
      inDisputeMicros: '0',
      paidOutMicros: '719700000',
    });
    const pending = [figures.availableMicros, figures.heldMicros, figures.onItsWayMicros].map(BigInt);
    expect(pending.reduce((a, b) => a + b, 0n)).toBe(127_800_000n);
    expect((await demoState(demo.db)).kind).toBe('seeded');
  } finally {
    await demo.close();
  }
});
