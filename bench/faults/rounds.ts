import { setTimeout as pause } from 'node:timers/promises';
import { TEST_SECRET } from '#server/testing/actor.ts';
import { startSimulator } from '#simulator/simulator.ts';
import { audit, type Findings } from './books.ts';
import { type Dice, type Intention, type Known, nextIntention, type Send } from './intentions.ts';
import { type Killable, startKillable, type Victim, victims } from './killable.ts';
import { arrangePeople, countClips, type People, withDatabase } from './people.ts';

const WORKERS = 8;
const WEBHOOK_SECRET = 'whsec_of_the_faults';
const GIVE_UP_MS = 20_000;

export interface Outcome extends Findings {
  rounds: number;
  killed: Record<Victim, number>;
  acknowledged: number;
  /** Requests that got no reply at first and were repeated with the same keys. */
  unanswered: number;
}

interface World {
  server: Killable;
  simulator: Awaited<ReturnType<typeof startSimulator>>;
  /** Advances the server's clock and sets the simulator's clock to the same time. */
  pass(by: string): Promise<void>;
  people: People;
  known: Known;
  dice: Dice;
  acknowledged: string[];
  open: Intention[];
  made: number;
  unanswered: number;
}

/**
 * Sends load to a server over HTTP, with PayPal and Stripe simulated outside of it, and kills the server, the
 * database or both at random moments. Unanswered requests are repeated with the same keys. At the end the
 * ledger is compared with the acknowledged effects.
 */
export async function runFaults(rounds: number, seed: number): Promise<Outcome> {
  const w = await open(seed);
  const killed = { server: 0, database: 0, both: 0 };
  try {
    for (let round = 0; round < rounds; round++) {
      const victim = victims[(round + seed) % victims.length]!;
      killed[victim]++;
      await untilKilled(w, victim);
      await w.server.revive();
      const views = 20_000 + w.dice(12_000);
      await withDatabase(w.server.dataDir, (db) => countClips(db, w.people, views, new Date()));
    }
    await conclude(w);
    const reply = await fetch(`${w.simulator.baseUrl}/control/paypal`);
    const items = (await reply.json()) as { senderItemId: string; state: string }[];
    const findings = await withDatabase(w.server.dataDir, (db) => audit(db, w.people, w.acknowledged, items));
    return { rounds, killed, acknowledged: w.acknowledged.length, unanswered: w.unanswered, ...findings };
  } finally {
    await w.server.stop();
    await w.simulator.stop();
  }
}

async function open(seed: number): Promise<World> {
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const simulator = await startSimulator({ clock, stateFile: null });
  const server = await startKillable({
    DEMO: '1',
    DEMO_MARKET: '0',
    DEV_TOOLS: '1',
    SECRET: TEST_SECRET,
    PAYPAL_BASE: simulator.urls.paypal,
    STRIPE_BASE: simulator.urls.stripeApi,
    STRIPE_SECRET_KEY: 'sk_test_of_the_faults',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  });
  simulator.sendStripeTo({ url: `${server.baseUrl}/webhooks/stripe`, secret: WEBHOOK_SECRET });
  const people = await withDatabase(server.dataDir, (db) => arrangePeople(db, new Date()));
  const known: Known = { listings: [], deposits: [], payouts: [] };
  return {
    server,
    simulator,
    people,
    known,
    dice: diceOf(seed),
    acknowledged: [],
    open: [],
    made: 0,
    unanswered: 0,
    async pass(by) {
      const moved = await fetch(`${server.baseUrl}/dev/clock`, {
        method: 'POST',
        headers: { origin: server.baseUrl, 'content-type': 'application/json' },
        body: JSON.stringify({ advance: by }),
      });
      if (!moved.ok) throw new Error(`the clock was not moved: ${moved.status}`);
      const { now } = (await moved.json()) as { now: string };
      aheadMs = Date.parse(now) - Date.now();
      await simulator.runDue();
    },
  };
}

/** Keeps the load running until shortly after the kill, so that requests are in flight when it happens. */
async function untilKilled(w: World, victim: Victim): Promise<void> {
  await w.simulator.control.setFault({
    service: 'paypal',
    mode: w.dice(3) === 0 ? 'lost-reply' : 'ok',
    minutes: 600_000,
  });
  const delivery = (['normal', 'duplicated', 'reordered', 'lost'] as const)[w.dice(4)]!;
  await w.simulator.atStripe({ do: 'delivery', mode: delivery });
  const after = 5 + w.dice(60);
  const before = w.acknowledged.length;
  let over = false;
  const crash = async () => {
    over = true;
    await pause(w.dice(12));
    w.server.kill(victim);
  };
  let crashing: Promise<void> | null = null;
  const work = async () => {
    while (!over) {
      await attempt(w, w.open.shift() ?? next(w));
      if (w.acknowledged.length - before >= after) crashing ??= crash();
    }
    // One more request per worker is sent, so that it is in flight during the kill.
    await attempt(w, next(w));
  };
  // The clock advances past a payout run. The call gets no reply if the kill is earlier.
  const passing = w.pass('11m').catch(() => undefined);
  await Promise.all([...Array.from({ length: WORKERS }, work), passing]);
  await crashing;
}

const next = (w: World): Intention => nextIntention(`faults-${++w.made}`, w.people, w.known, w.dice);

async function attempt(w: World, intention: Intention): Promise<void> {
  try {
    w.acknowledged.push(...(await intention.run(sendTo(w.server.baseUrl))));
  } catch {
    w.unanswered++;
    w.open.push(intention);
  }
}

/**
 * Returns a function that sends requests. It throws for a missing reply and for a server error, because both
 * leave the effect unknown. `origin` differs from `baseUrl` when a proxy's address is public.
 */
export const sendTo =
  (baseUrl: string, origin = baseUrl): Send =>
  async (path, { as, key, body, method = 'POST' }) => {
    const reply = await fetch(baseUrl + path, {
      method,
      headers: {
        cookie: as.cookie,
        origin,
        ...(key ? { 'idempotency-key': key } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(GIVE_UP_MS),
    });
    const text = await reply.text();
    if (reply.status >= 500 || reply.status === 429)
      throw new Error(`${path} answered ${reply.status}: ${text}`);
    return { status: reply.status, body: JSON.parse(text) };
  };

/** Repeats unanswered requests until each has a reply, then lets pending PayPal and Stripe events arrive. */
async function conclude(w: World): Promise<void> {
  await w.simulator.control.setFault({ service: 'paypal', mode: 'ok', minutes: 600_000 });
  await w.simulator.atStripe({ do: 'delivery', mode: 'normal' });
  while (w.open.length > 0) {
    const intention = w.open.shift()!;
    w.acknowledged.push(...(await intention.run(sendTo(w.server.baseUrl))));
  }
  for (const by of ['11m', '2h', '2h', '1d', '1h']) await w.pass(by);
}

/** Makes a linear congruential generator; the same seed gives the same numbers. */
export function diceOf(seed: number): Dice {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
