import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AccountId } from '#contract/accounts/ids.ts';
import { archiveDemo } from '#db/seed/archive-demo.ts';
import type { DemoWorld } from '#db/seed/demo-world.ts';
import { personOf } from '#db/seed/person-of.ts';
import { demoState, seedDemo } from '#db/seed/seed-demo.ts';
import type { Actor } from '#server/http/actor.ts';
import { type Clock, MovableClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { createSealer } from '#server/infra/seal.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { ensureDemoAccounts } from '#server/modules/accounts/accounts.ts';
import { createAdapters, platformEndpoints, simulatorKeys } from '#server/modules/connections/connections.ts';
import { startSimulator } from '#simulator/simulator.ts';
import { testApi } from './api.ts';
import { testDatabase } from './database.ts';
import { testModules } from './modules.ts';

const readable = [
  ...['ledger', 'profiles', 'notifications', 'listings', 'submissions', 'scoring', 'earnings', 'appeals'],
  ...['clips', 'listing-results', 'studio', 'deposits', 'payouts', 'admin', 'account data'],
] as const;

/** Seeds a demo whose history ends at a moment. Returns it with a reader for its routes. */
export async function seededDemo(now: Date, market: DemoWorld['market'] = null) {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'permille-seed-'));
  const clock = new MovableClock({ frozenAt: now });
  const simulator = await startSimulator({ clock, stateFile: null });
  const { db } = database;
  const adapters = createAdapters(simulatorKeys, platformEndpoints({}, simulator.urls), clock);
  const connect = {
    db,
    adapters,
    sealer: createSealer(soleSecret('a secret for tests that is long enough'), 'platform tokens'),
    appUrl: 'http://localhost:3000',
  };
  const demoIds = await transact(db, (tx) => ensureDemoAccounts(tx, now));
  const seed = () =>
    seedDemo({ db, dataDir, clock, demoIds, connect, simulator, stripe: simulator, market, madeBy: 'start' });
  await seed();
  const api = await apiOf(db, clock);
  return {
    db,
    clock,
    demoIds,
    api,
    async reset() {
      await archiveDemo(db, clock.now());
      Object.assign(demoIds, await transact(db, (tx) => ensureDemoAccounts(tx, clock.now())));
      await seed();
    },
    async overview(role: 'host' | 'clipper') {
      return (await api.send('GET', `/api/${role}/overview`, { as: actorOf(demoIds[role], role) })).body;
    },
    async close() {
      await api.close();
      await simulator.stop();
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

type SeededDemo = Awaited<ReturnType<typeof seededDemo>>;

const apiOf = (db: Database, clock: Clock) => testApi(db, clock, testModules(db, clock, readable));

/** Returns a person of the demo as the actor of requests. */
export const actorOf = (accountId: AccountId, role: 'host' | 'clipper'): Actor => ({
  userId: personOf(accountId),
  accountId,
  role,
  sessionId: newId(),
  isDemo: true,
  email: '',
  confirmedAt: new Date(),
  needsSecondFactor: false,
});

/** Checks the specified figures of the two demo accounts, to the cent. */
export async function expectSpecifiedFigures(demo: SeededDemo): Promise<void> {
  expect(await demo.overview('host')).toMatchObject({
    balanceMicros: '2847300000',
    totalBudgetMicros: '4500000000',
    spentMicros: '1652700000',
    activeListings: 7,
    views: 847_293,
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
