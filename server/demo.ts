import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { accountRoutes } from '#contract/accounts/accounts.ts';
import type { DemoResetBy } from '#contract/demo.ts';
import { DEMO_IDLE_MINUTES, DEMO_RESET_WAIT_MINUTES } from '#contract/limits.ts';
import type { ConnectablePlatform } from '#contract/platforms/platforms.ts';
import { archiveDemo, ofDemo } from '#db/seed/archive-demo.ts';
import type { DemoSimulator, DemoWorld } from '#db/seed/demo-world.ts';
import { demoState, seedDemo } from '#db/seed/seed-demo.ts';
import { after, type Clock, DAY, HOUR, MINUTE } from './infra/clock.ts';
import { oneAtATime } from './infra/one-at-a-time.ts';
import type { Job } from './infra/tick.ts';
import { type Database, transact } from './infra/transaction.ts';
import { ensureDemoAccounts, lastDemoChange, noteDemoChange } from './modules/accounts/accounts.ts';
import type { ConnectDeps } from './modules/connections/connections.ts';

export interface DemoDeps {
  db: Database;
  dataDir: string;
  clock: Clock;
  connect: ConnectDeps;
  simulator: DemoSimulator;
  stripe: DemoWorld['stripe'];
  market: DemoWorld['market'];
  /** Whether strangers share the demo. */
  isShared: boolean;
}

/** The hour (UTC) at which the demo accounts are recreated each night. */
const RESET_HOUR = 4;

const lastNight = (now: Date): Date => {
  const today = new Date(Math.floor((now.getTime() - RESET_HOUR * HOUR) / DAY) * DAY);
  return after(today, RESET_HOUR * HOUR);
};

/**
 * Seeds the demo accounts' history when it is missing, and archives accounts that an interrupted start left
 * incomplete.
 */
export const prepareDemo = (deps: DemoDeps): Promise<void> =>
  oneAtATime(deps.db, 'demo', () => seedWhereMissing(deps, 'start'));

async function seedWhereMissing(deps: DemoDeps, madeBy: DemoResetBy): Promise<void> {
  const now = deps.clock.now();
  const state = await demoState(deps.db);
  if (state.kind === 'seeded') return;
  if (state.kind === 'unfinished') await archiveDemo(deps.db, now);
  await forgetAccounts(deps);
  const demoIds = await transact(deps.db, (tx) => ensureDemoAccounts(tx, now));
  await seedDemo({ ...deps, demoIds, madeBy });
}

/**
 * Deletes accounts that nobody has connected from the simulated platforms. Otherwise the accounts of each
 * night's people would accumulate.
 */
async function forgetAccounts({ db, simulator }: DemoDeps): Promise<void> {
  const kept = await db
    .selectFrom('connections')
    .select(['platform', 'handle'])
    .where('state', '<>', 'removed')
    .execute();
  await simulator.forgetAccountsBut(kept as { platform: ConnectablePlatform; handle: string }[]);
}

/**
 * Returns why the demo accounts must be recreated, or null. `night`: the nightly reset is overdue, or a start
 * left the accounts incomplete. `idle`: a visitor changed something and nobody continued.
 */
async function staleBy(db: Database, now: Date): Promise<'night' | 'idle' | null> {
  const state = await demoState(db);
  if (state.kind !== 'seeded' || state.at < lastNight(now)) return 'night';
  const changedAt = await lastDemoChange(db);
  return changedAt && changedAt <= after(now, -DEMO_IDLE_MINUTES * MINUTE) ? 'idle' : null;
}

/** Ends the disputes of archived people, so that no admin waits for them. */
async function endDisputes({ db, stripe }: DemoDeps): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select d.id from deposits d join users u on u.id = d.host_id
    where d.state = 'disputed' and ${ofDemo(sql.ref('u'))}`.execute(db);
  for (const { id } of rows) await stripe?.atStripe({ do: 'close-dispute', reference: id, outcome: 'won' });
}

async function makeAnew(deps: DemoDeps, now: Date, madeBy: DemoResetBy): Promise<void> {
  await endDisputes(deps);
  await archiveDemo(deps.db, now);
  await seedWhereMissing(deps, madeBy);
}

export interface LastReset {
  lastAt: Date;
  lastBy: DemoResetBy;
  /** The time from which the demo may be reset again; null when it may be reset now. */
  againAt: Date | null;
}

/**
 * Returns the last reset; null while the demo is incomplete. A reset of a shared demo signs all visitors out,
 * so some minutes must pass between two resets.
 */
export async function lastReset({ db, clock, isShared }: DemoDeps): Promise<LastReset | null> {
  const state = await demoState(db);
  if (state.kind !== 'seeded') return null;
  const againAt = after(state.at, DEMO_RESET_WAIT_MINUTES * MINUTE);
  return { lastAt: state.at, lastBy: state.by, againAt: isShared && againAt > clock.now() ? againAt : null };
}

/**
 * Resets the demo for a visitor. Returns the last reset, and does nothing, if that was too recent. No jobs
 * may run meanwhile.
 */
export const resetDemo = (deps: DemoDeps): Promise<LastReset | null> =>
  oneAtATime(deps.db, 'demo', async () => {
    // Another visitor may have reset the demo at the same moment.
    const last = await lastReset(deps);
    if (last?.againAt) return last;
    await makeAnew(deps, deps.clock.now(), 'visitor');
    return null;
  });

/**
 * Archives the demo accounts and seeds new ones, so that they show the specified figures again. This happens
 * every night, and when a visitor's last change is DEMO_IDLE_MINUTES old.
 */
export function demoReset(deps: DemoDeps): Job {
  const { db } = deps;
  return {
    name: 'demo.reset',
    // The job runs alone: a settlement during the reset would pay at today's date for clips that the history
    // pays weeks ago.
    isDue: async (now) => (await staleBy(db, now)) !== null,
    async run(now) {
      if (!(await staleBy(db, now))) return;
      await oneAtATime(db, 'demo', async () => {
        // Another process may have reset the demo while this one waited.
        const by = await staleBy(db, now);
        if (by) await makeAnew(deps, now, by);
      });
    },
  };
}

/** Records that visitors changed something with the demo accounts, whichever route they used. */
export function noteDemoChanges(
  server: FastifyInstance,
  { db, clock }: Pick<DemoDeps, 'db' | 'clock'>,
): void {
  server.addHook('onResponse', async ({ method, actor, routeOptions }, { statusCode }) => {
    if (!actor?.isDemo || statusCode >= 400 || method === 'GET' || method === 'HEAD') return;
    if (routeOptions.url !== accountRoutes.signOut.path)
      await noteDemoChange(db, actor.accountId, clock.now());
  });
}
