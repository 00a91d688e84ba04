import { archiveDemo } from '#db/seed/archive-demo.ts';
import type { DemoSimulator } from '#db/seed/demo-world.ts';
import { demoState, seedDemo } from '#db/seed/seed-demo.ts';
import { after, type Clock, DAY, HOUR } from './infra/clock.ts';
import type { DueWork } from './infra/tick.ts';
import { type Database, transact } from './infra/transaction.ts';
import { ensureDemoAccounts } from './modules/accounts/accounts.ts';
import type { ConnectDeps } from './modules/connections/connections.ts';

interface Deps {
  db: Database;
  dataDir: string;
  clock: Clock;
  connect: ConnectDeps;
  simulator: DemoSimulator;
}

/** 04:00 UTC: the demo accounts start anew. */
const RESET_HOUR = 4;

const lastReset = (now: Date): Date => {
  const today = new Date(Math.floor((now.getTime() - RESET_HOUR * HOUR) / DAY) * DAY);
  return after(today, RESET_HOUR * HOUR);
};

/** Gives the demo accounts their history where they have none; what an interrupted start left half done is put aside. */
export async function prepareDemo(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const state = await demoState(deps.db);
  if (state.kind === 'seeded') return;
  if (state.kind === 'unfinished') await archiveDemo(deps.db, now);
  const demoIds = await transact(deps.db, (tx) => ensureDemoAccounts(tx, now));
  await seedDemo({ ...deps, demoIds });
}

/** Every night the demo accounts are put aside and seeded anew, so that their figures are the specified ones again. */
export function demoReset(deps: Deps): DueWork {
  return {
    name: 'demo reset',
    async run(now) {
      const state = await demoState(deps.db);
      if (state.kind === 'seeded') {
        if (state.at >= lastReset(now)) return;
        await archiveDemo(deps.db, now);
      }
      // Also when an earlier round put the old accounts aside and broke before the new ones were there.
      await prepareDemo(deps);
    },
  };
}
