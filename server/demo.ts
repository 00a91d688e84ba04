import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { accountRoutes } from '#contract/accounts.ts';
import type { DemoResetBy } from '#contract/demo.ts';
import { DEMO_IDLE_MINUTES, DEMO_RESET_WAIT_MINUTES } from '#contract/limits.ts';
import type { ConnectablePlatform } from '#contract/platforms.ts';
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
  /** Whether strangers use it. */
  isShared: boolean;
}

/** 04:00 UTC: the demo accounts start anew. */
const RESET_HOUR = 4;

const lastNight = (now: Date): Date => {
  const today = new Date(Math.floor((now.getTime() - RESET_HOUR * HOUR) / DAY) * DAY);
  return after(today, RESET_HOUR * HOUR);
};

/** Gives the demo accounts their history where they have none; what an interrupted start left half done is put aside. */
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

/** At the simulated platforms nobody is left but who is connected: each night's people would come on top of the last one's. */
async function forgetAccounts({ db, simulator }: DemoDeps): Promise<void> {
  const kept = await db
    .selectFrom('connections')
    .select(['platform', 'handle'])
    .where('state', '<>', 'removed')
    .execute();
  await simulator.forgetAccountsBut(kept as { platform: ConnectablePlatform; handle: string }[]);
}

/**
 * Why the demo accounts have to be made anew: the last night should have done it, a start left them half done, or somebody
 * changed something and nobody went on.
 */
async function staleBy(db: Database, now: Date): Promise<'night' | 'idle' | null> {
  const state = await demoState(db);
  if (state.kind !== 'seeded' || state.at < lastNight(now)) return 'night';
  const changedAt = await lastDemoChange(db);
  return changedAt && changedAt <= after(now, -DEMO_IDLE_MINUTES * MINUTE) ? 'idle' : null;
}

/** The banks let go of what is put aside, so that no admin waits for it. */
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
  /** From when on the demo may be reset again; null: now. */
  againAt: Date | null;
}

/** When the demo was made anew; null while it is not whole. Where strangers share it a reset signs all of them out, so they are some minutes apart. */
export async function lastReset({ db, clock, isShared }: DemoDeps): Promise<LastReset | null> {
  const state = await demoState(db);
  if (state.kind !== 'seeded') return null;
  const againAt = after(state.at, DEMO_RESET_WAIT_MINUTES * MINUTE);
  return { lastAt: state.at, lastBy: state.by, againAt: isShared && againAt > clock.now() ? againAt : null };
}

/** The same at a press; answers with the last reset where that was too short a while ago. Nothing else may be at work meanwhile. */
export const resetDemo = (deps: DemoDeps): Promise<LastReset | null> =>
  oneAtATime(deps.db, 'demo', async () => {
    // Whoever pressed at the same moment may have done it meanwhile.
    const last = await lastReset(deps);
    if (last?.againAt) return last;
    await makeAnew(deps, deps.clock.now(), 'visitor');
    return null;
  });

/** Every night, and when nobody goes on with what was changed, the demo accounts are put aside and seeded anew: their figures are the specified ones again. */
export function demoReset(deps: DemoDeps): Job {
  const { db } = deps;
  return {
    name: 'demo.reset',
    // A settlement beside it would pay at today's date what its history pays weeks ago.
    isDue: async (now) => (await staleBy(db, now)) !== null,
    async run(now) {
      if (!(await staleBy(db, now))) return;
      await oneAtATime(db, 'demo', async () => {
        // Another process may have done it while this one waited.
        const by = await staleBy(db, now);
        if (by) await makeAnew(deps, now, by);
      });
    },
  };
}

/** Notes what visitors change by the demo accounts, by whatever route. */
export function noteDemoChanges(
  server: FastifyInstance,
  { db, clock }: Pick<DemoDeps, 'db' | 'clock'>,
): void {
  server.addHook('onResponse', async ({ method, actor, routeOptions }, { statusCode }) => {
    if (!actor?.isDemo || statusCode >= 400 || method === 'GET' || method === 'HEAD') return;
    if (routeOptions.url !== accountRoutes.signOut.path) await noteDemoChange(db, actor.userId, clock.now());
  });
}
