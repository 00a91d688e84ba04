import { sql } from 'kysely';
import type { ConnectablePlatform } from '#contract/platforms.ts';
import { archiveDemo, ofDemo } from '#db/seed/archive-demo.ts';
import type { DemoSimulator, DemoWorld } from '#db/seed/demo-world.ts';
import { demoState, seedDemo } from '#db/seed/seed-demo.ts';
import { after, type Clock, DAY, HOUR } from './infra/clock.ts';
import { oneAtATime } from './infra/one-at-a-time.ts';
import type { Job } from './infra/tick.ts';
import { type Database, transact } from './infra/transaction.ts';
import { ensureDemoAccounts } from './modules/accounts/accounts.ts';
import type { ConnectDeps } from './modules/connections/connections.ts';

export interface DemoDeps {
  db: Database;
  dataDir: string;
  clock: Clock;
  connect: ConnectDeps;
  simulator: DemoSimulator;
  stripe: DemoWorld['stripe'];
  market: DemoWorld['market'];
}

/** 04:00 UTC: the demo accounts start anew. */
const RESET_HOUR = 4;

const lastReset = (now: Date): Date => {
  const today = new Date(Math.floor((now.getTime() - RESET_HOUR * HOUR) / DAY) * DAY);
  return after(today, RESET_HOUR * HOUR);
};

/** Gives the demo accounts their history where they have none; what an interrupted start left half done is put aside. */
export const prepareDemo = (deps: DemoDeps): Promise<void> =>
  oneAtATime(deps.db, 'demo', () => seedWhereMissing(deps));

async function seedWhereMissing(deps: DemoDeps): Promise<void> {
  const now = deps.clock.now();
  const state = await demoState(deps.db);
  if (state.kind === 'seeded') return;
  if (state.kind === 'unfinished') await archiveDemo(deps.db, now);
  await forgetAccounts(deps);
  const demoIds = await transact(deps.db, (tx) => ensureDemoAccounts(tx, now));
  await seedDemo({ ...deps, demoIds });
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

/** Whether the demo accounts are older than the last reset should have left them, or were left half done by one. */
async function isStale(db: Database, now: Date): Promise<boolean> {
  const state = await demoState(db);
  return state.kind !== 'seeded' || state.at < lastReset(now);
}

/** The banks let go of what is put aside, so that no admin waits for it. */
async function endDisputes({ db, stripe }: DemoDeps): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select d.id from deposits d join users u on u.id = d.host_id
    where d.state = 'disputed' and ${ofDemo(sql.ref('u'))}`.execute(db);
  for (const { id } of rows) await stripe?.atStripe({ do: 'close-dispute', reference: id, outcome: 'won' });
}

async function makeAnew(deps: DemoDeps, now: Date): Promise<void> {
  await endDisputes(deps);
  await archiveDemo(deps.db, now);
  await seedWhereMissing(deps);
}

/** The same at a press. Nothing else may be at work meanwhile. */
export const resetDemo = (deps: DemoDeps): Promise<void> =>
  oneAtATime(deps.db, 'demo', () => makeAnew(deps, deps.clock.now()));

/** Every night the demo accounts are put aside and seeded anew, so that their figures are the specified ones again. */
export function demoReset(deps: DemoDeps): Job {
  const { db } = deps;
  return {
    name: 'demo.reset',
    // A settlement beside it would pay at today's date what its history pays weeks ago.
    isDue: (now) => isStale(db, now),
    async run(now) {
      if (!(await isStale(db, now))) return;
      await oneAtATime(db, 'demo', async () => {
        // Another process may have done it while this one waited.
        if (await isStale(db, now)) await makeAnew(deps, now);
      });
    },
  };
}
