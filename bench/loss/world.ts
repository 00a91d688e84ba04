import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import { createDatabase } from '#server/infra/db.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';
import { platformEndpoints, simulatorKeys } from '#server/modules/connections/connections.ts';
import { auditsJob } from '#server/modules/proofs/audits.job.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testListing } from '#server/testing/clips.ts';
import { everyModule } from '#server/testing/modules.ts';
import { seededRandom } from '../fraud/random.ts';
import { WINDOWS } from './assumptions.ts';
import { countDue } from './count-due.ts';
import { memoryPlatforms, type WatchedPost } from './platforms.ts';

/** The clock starts after the machine's date, because a person's row is written at the machine's time. */
export const START = new Date('2031-01-06T00:00:00Z');
const LISTINGS = 24;
const BUDGET_CENTS = 10_000_000;
const RATE_CENTS = 200;

/** Jobs of mails, files, followers and other things that move no money for views. */
const leftOut =
  /^(accounts|admin|api-keys|clip-files|connections|deposits|discord|events|external-statements|follows|media|notifications|payouts|studio|support|suspense|verified-records|webhook-endpoints)\.|^submissions\.(posters|caption-checks)$|^ledger\.reconcile$/;
/** Jobs that move money or decide on clips. They run every two simulated hours; counting runs more often. */
const often = /^(counting|clip-analytics\.read|earnings|fraud-holds|proofs|submissions)/;

export interface Listing {
  id: string;
  host: Actor;
  windowDays: number;
}

/** The product with an empty database, platforms in memory and a stopped clock. */
export interface LossWorld {
  db: Database;
  clock: MovableClock;
  api: Awaited<ReturnType<typeof testApi>>;
  listings: Listing[];
  addPost(post: WatchedPost): void;
  /** Runs counting alone, the jobs that move money and decide, or all jobs. */
  runJobs(which: 'count' | 'often' | 'all'): Promise<void>;
  /** Seconds of the machine that each job took. */
  spent: Map<string, number>;
  close(): Promise<void>;
}

export async function openWorld(seed: number): Promise<LossWorld> {
  const cluster = await startEmbedded({ sync: false });
  const { appUrl } = await migrate(cluster);
  const { db, close } = createDatabase(appUrl, { max: 10 });
  const clock = new MovableClock({ frozenAt: START });
  const { adapters, add, read } = memoryPlatforms(clock);
  const modules = everyModule(db, clock, {
    platforms: { adapters, endpoints: platformEndpoints({}, null), keys: simulatorKeys },
  });
  const api = await testApi(db, clock, modules);
  const jobs = modules.flatMap((module) => module.jobs ?? []).filter(({ name }) => !leftOut.test(name));
  const spent = new Map<string, number>();
  const random = seededRandom(seed);
  /** Jobs with another reader of counts, and with another source of chance. */
  const ours: Record<string, Job['run']> = {
    'counting.poll': countDue(db, read),
    'proofs.audits': auditsJob(db, random.unit).run,
  };
  const run = async (job: Job) => {
    const started = performance.now();
    await (ours[job.name] ?? job.run)(clock.now());
    spent.set(job.name, (spent.get(job.name) ?? 0) + (performance.now() - started) / 1_000);
  };
  return {
    db,
    clock,
    api,
    spent,
    listings: await addListings(db, clock),
    addPost: add,
    async runJobs(which) {
      const isDue = ({ name }: Job) =>
        which === 'all' || name === 'counting.poll' || (which === 'often' && often.test(name));
      for (const job of jobs.filter(isDue)) await run(job);
    },
    async close() {
      await api.close();
      await close();
      await cluster.stop();
    },
  };
}

async function addListings(db: Database, clock: MovableClock): Promise<Listing[]> {
  const listings: Listing[] = [];
  for (let nth = 0; nth < LISTINGS; nth++) {
    const host = await testPerson(db, 'host');
    const windowDays = WINDOWS[nth % WINDOWS.length]!;
    const { id } = await testListing(db, clock.now(), {
      hostId: host.accountId,
      rateCents: RATE_CENTS,
      budgetCents: BUDGET_CENTS,
      platforms: ['tiktok', 'youtube', 'instagram'],
      rules: { disclosure_required: false, clips_per_clipper: 20, tracking_days: windowDays },
    });
    listings.push({ id, host, windowDays });
  }
  return listings;
}
