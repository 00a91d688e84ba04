import type { Actor } from '#server/http/actor.ts';
import { MovableClock } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { Adapters } from '#server/modules/connections/connections.ts';
import type { PostAdapter } from '#server/modules/connections/platforms/adapter.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import { testApi, testPerson } from '#server/testing/api.ts';
import { testDatabase } from '#server/testing/database.ts';
import { jobOf } from '#server/testing/jobs.ts';
import { connect } from '#server/testing/listings.ts';
import { testModules } from '#server/testing/modules.ts';
import { startSimulator } from '#simulator/simulator.ts';

const SECRET = 'whsec_of_the_rich_book';
const HOSTS = 2;
const CLIPPERS = 3;

/**
 * Builds the modules that move money, with a separate database and clock, and Stripe and PayPal simulated
 * behind real HTTP. The test decides which views are counted.
 */
export async function richWorld() {
  const t = await testDatabase();
  const { db } = t;
  // The clock starts on a Tuesday.
  const clock = new MovableClock({ frozenAt: new Date('2026-03-03T10:00:00Z') });
  const simulator = await startSimulator({ clock, stateFile: null });
  const { modules, jobs } = buildParts(db, clock, simulator.urls);
  const api = await testApi(db, clock, modules);
  const target = await api.server.listen({ host: '127.0.0.1', port: 0 });
  simulator.sendStripeTo({ url: `${target}/webhooks/stripe`, secret: SECRET });

  const hosts: Actor[] = [];
  for (let n = 0; n < HOSTS; n++) {
    hosts.push(await testPerson(db, 'host'));
    await connect(db, hosts[n]!, 'youtube');
  }
  const clippers: Actor[] = [];
  for (let n = 0; n < CLIPPERS; n++) {
    const person = await testPerson(db, 'clipper');
    clippers.push(person);
    await connect(db, person, 'tiktok');
    const body = { email: `p${n}@people.example` };
    await api.send('PUT', '/api/clipper/payout-address', { as: person, body });
  }
  const run = async (some: Job[]) => {
    for (const job of some) await job.run(clock.now());
  };
  return {
    db,
    owner: t.owner,
    clock,
    send: api.send,
    simulator,
    hosts,
    clippers,
    admin: await testPerson(db, 'admin'),
    /** The closed accounts. */
    gone: new Set<string>(),
    clipIds: [] as string[],
    /** The number of posts and bank references so far. */
    asked: 0,
    /** Does everything that is due. */
    async runAll() {
      for (let rounds = 0; rounds < 3; rounds++) {
        await simulator.runDue();
        await run(jobs.deposits);
      }
      await run(jobs.decisions);
      await earn(db, clock);
      await run(jobs.ends);
    },
    async close() {
      await api.close();
      await simulator.stop();
      await t.close();
    },
  };
}

/**
 * Settles as the job does, until no money moves any more. Each run uses a new module, because a module pauses
 * after a slow run.
 */
async function earn(db: Database, clock: MovableClock): Promise<void> {
  for (let rounds = 0; rounds < 8; rounds++) {
    await testModules(db, clock, ['earnings'])[0].jobs![0]!.run(clock.now());
    if ((await settle(db, clock.now())).listingIds.length === 0) return;
  }
  throw new Error('the settlement finds no end');
}

export type RichWorld = Awaited<ReturnType<typeof richWorld>>;

function buildParts(db: Database, clock: MovableClock, urls: { stripeApi: string; paypal: string }) {
  const paypal = {
    base: urls.paypal,
    clientId: 'ours',
    clientSecret: 'our-secret',
    webhookId: 'WH-MONEY',
    certificateOrigins: [urls.paypal],
    timeoutMs: 1_000,
  };
  const stripe = {
    secretKey: 'sk_test_money',
    webhookSecret: SECRET,
    base: urls.stripeApi,
    livemode: false,
    simulated: true,
  };
  const first = ['listings', 'submissions', 'appeals', 'fraud-holds', 'counting', 'deposits'] as const;
  const others = ['payouts', 'earnings', 'admin', 'account data'] as const;
  const platforms = { adapters: tiktokOfTheTest(clock), stripe, paypal };
  const env = { MODE: 'demo', BANK_DETAILS: 'IBAN XX00' };
  const modules = testModules(db, clock, [...first, ...others], { platforms, env });
  const [listings, submissions, appeals, fraudHolds, counting, deposits, payouts] = modules;
  const judged = [...fraudHolds.jobs!, jobOf(counting, 'counting.finish')];
  return {
    modules,
    jobs: {
      deposits: deposits.jobs!,
      decisions: [...submissions.jobs!, ...judged, ...appeals.jobs!],
      ends: [...listings.jobs!, ...payouts.jobs!],
    },
  };
}

const NO_COUNTS = {
  views: 0,
  likes: 0,
  comments: 0,
  shares: 0,
  source: 'the test',
  countingRule: 'the test',
};

/** TikTok, at which every requested post belongs to the caller, and an account's token is its id. */
function tiktokOfTheTest(clock: MovableClock): Adapters {
  const post = {
    caption: 'The best moment #ad',
    durationSeconds: 30,
    posterUrl: null,
    paidPromotion: null,
    reading: NO_COUNTS,
  };
  const adapter: Partial<PostAdapter> = {
    platform: 'tiktok',
    refreshBeforeSeconds: 0,
    postsPerRead: 20,
    findPost: async (_access, { postId }) => ({
      ok: true,
      value: { ...post, postId, apiId: postId, postedAt: clock.now() },
    }),
    readCaptions: async () => ({ ok: true, value: new Map() }),
    whoAmI: async (externalId) => ({
      ok: true,
      value: { externalId, handle: 'channel', displayName: 'Channel', followers: null },
    }),
  };
  return { available: ['tiktok'], connect: () => null, posts: () => adapter as PostAdapter };
}
