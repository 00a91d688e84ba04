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
import { type Network, overNetwork, type Send } from './lost-replies.ts';

const SECRET = 'whsec_of_the_money_model';
const HOSTS = 2;
const CLIPPERS = 3;

export interface Clipper extends Actor {
  connectionId: string;
}

/**
 * Builds every part of the product that moves money, as the app does, with a separate database and clock.
 * Stripe and PayPal are simulated behind real HTTP. The test decides which views are counted; counting has
 * its own tests.
 */
export async function moneyWorld() {
  const t = await testDatabase();
  const { db } = t;
  // The clock starts on a Tuesday.
  const clock = new MovableClock({ frozenAt: new Date('2026-03-03T10:00:00Z') });
  const simulator = await startSimulator({ clock, stateFile: null, slowMilliseconds: 50 });
  const clippers: Clipper[] = [];
  const parts = buildParts(db, clock, simulator.urls);
  const api = await testApi(db, clock, parts.modules);
  const target = await api.server.listen({ host: '127.0.0.1', port: 0 });
  simulator.sendStripeTo({ url: `${target}/webhooks/stripe`, secret: SECRET });

  const hosts: Actor[] = [];
  for (let n = 0; n < HOSTS; n++) {
    hosts.push(await testPerson(db, 'host'));
    await connect(db, hosts[n]!, 'youtube');
  }
  for (let n = 0; n < CLIPPERS; n++) {
    const person = await testPerson(db, 'clipper');
    clippers.push({ ...person, connectionId: await connect(db, person, 'tiktok') });
    const body = { email: `p${n}@people.example`, country: 'US' };
    const reply = await api.send('PUT', '/api/clipper/payout-address', { as: person, body });
    if (reply.status !== 200) throw new Error(`no payment address: ${reply.bytes}`);
  }
  const admin = await testPerson(db, 'admin');
  const second = await testPerson(db, 'admin');
  const network: Network = { losesReplies: false };

  return {
    db,
    owner: t.owner,
    clock,
    network,
    api: { send: bySecondAdmin(overNetwork(api.send, network), second) },
    simulator,
    hosts,
    clippers,
    admin,
    jobs: parts.jobs,
    /** The closed accounts, whose people perform no more actions. */
    gone: new Set<string>(),
    clipIds: [] as string[],
    /** Banks' decisions about disputes, as "deposit outcome". */
    decided: [] as string[],
    /** The deposits that their payer has paid on the payment page. */
    paidPages: new Set<string>(),
    /** The number of requests so far, from which names of posts and bank references are made. */
    asked: 0,
    run: async (jobs: Job[]) => {
      for (const job of jobs) await job.run(clock.now());
    },
    /**
     * Settles as the job does, until no money moves any more. Each run uses a new module, because a module
     * pauses after a slow run.
     */
    async earn() {
      for (let rounds = 0; rounds < 8; rounds++) {
        await testModules(db, clock, ['earnings'])[0].jobs![0]!.run(clock.now());
        if ((await settle(db, clock.now())).listingIds.length === 0) return;
      }
      throw new Error('the settlement finds no end');
    },
    async close() {
      await api.close();
      await simulator.stop();
      await t.close();
    },
  };
}

/** Performs an act as one admin. A second admin repeats it when the day's sums require two. */
const bySecondAdmin =
  (send: Send, second: Actor): Send =>
  async (method, url, sent = {}) => {
    const reply = await send(method, url, sent);
    if (reply.body?.code !== 'second_admin_needed') return reply;
    return await send(method, url, { ...sent, as: second });
  };

export type MoneyWorld = Awaited<ReturnType<typeof moneyWorld>>;

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
  const names = [
    'listings',
    'submissions',
    'appeals',
    'fraud-holds',
    'counting',
    'earnings',
    'deposits',
    'payouts',
    'admin',
    'account data',
  ] as const;
  const platforms = { adapters: platformsOfTheModel(clock), stripe, paypal };
  const modules = testModules(db, clock, names, {
    platforms,
    env: { MODE: 'demo', BANK_DETAILS: 'IBAN XX00' },
  });
  const [listings, submissions, appeals, fraudHolds, counting, , deposits, payouts] = modules;
  const judged = [...fraudHolds.jobs!, jobOf(counting, 'counting.finish')];
  return {
    modules,
    jobs: {
      deposits: deposits.jobs!,
      decisions: [...submissions.jobs!, ...judged, ...appeals.jobs!],
      listings: listings.jobs!,
      payouts: payouts.jobs!,
    },
  };
}

const NO_COUNTS = {
  views: 0,
  likes: 0,
  comments: 0,
  shares: 0,
  source: 'the model',
  countingRule: 'the model',
};

/** Platforms at which every requested post belongs to the caller, and an account's token is its id. */
function platformsOfTheModel(clock: MovableClock): Adapters {
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
