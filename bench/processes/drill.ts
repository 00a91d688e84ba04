import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { createDatabase } from '#server/infra/db.ts';
import type { Database } from '#server/infra/transaction.ts';
import { TEST_SECRET } from '#server/testing/actor.ts';
import { startSimulator } from '#simulator/simulator.ts';
import { audit, type Findings } from '../faults/books.ts';
import { type Dice, type Intention, type Known, nextIntention } from '../faults/intentions.ts';
import { arrangePeople, countClips, type People } from '../faults/people.ts';
import { diceOf, sendTo } from '../faults/rounds.ts';
import { startGroup } from './group.ts';

const CLIENTS = 8;
const WEBHOOK_SECRET = 'whsec_of_the_processes';
const SETTLED_WITHIN_MS = 120_000;

interface Outcome extends Findings {
  killed: Record<string, number>;
  acknowledged: number;
  unanswered: number;
  /** What the workers did between their deaths. */
  workDone: Record<string, number>;
}

interface World {
  group: Awaited<ReturnType<typeof startGroup>>;
  simulator: Awaited<ReturnType<typeof startSimulator>>;
  db: Database;
  people: People;
  known: Known;
  dice: Dice;
  acknowledged: string[];
  open: Intention[];
  unanswered: number;
}

/**
 * Sends load to any of three web processes while these and two workers are killed and started again; PayPal and Stripe are
 * simulated outside of them. Unanswered requests are repeated with the same keys at another process. In the end the ledger is
 * compared with what was acknowledged and with PayPal's payments.
 */
export async function runProcesses(seconds: number, seed: number): Promise<Outcome> {
  const simulator = await startSimulator({ clock: { now: () => new Date() }, stateFile: null });
  const group = await startGroup(['web', 'web', 'web', 'worker', 'worker'], {
    SECRET: TEST_SECRET,
    BANK_DETAILS: 'IBAN XX00',
    PAYPAL_BASE: simulator.urls.paypal,
    PAYPAL_CLIENT_ID: 'simulator',
    PAYPAL_CLIENT_SECRET: 'simulator-secret',
    PAYPAL_WEBHOOK_ID: 'WH-SIMULATOR',
    STRIPE_BASE: simulator.urls.stripeApi,
    STRIPE_SECRET_KEY: 'sk_test_of_the_processes',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  });
  const { db, close } = createDatabase(group.appUrl, { max: 4 });
  try {
    simulator.sendStripeTo({ url: `${group.origin}/webhooks/stripe`, secret: WEBHOOK_SECRET });
    const people = await arrangePeople(db, new Date());
    const known: Known = { listings: [], deposits: [], payouts: [] };
    const w: World = {
      ...{ group, simulator, db, people, known, dice: diceOf(seed) },
      ...{ acknowledged: [], open: [], unanswered: 0 },
    };
    const { killed, longestWithoutJobs } = await underLoad(w, seconds);
    const findings = await conclude(w);
    const workDone = { 'seconds without jobs at most': longestWithoutJobs, ...(await countWork(db)) };
    return { killed, acknowledged: w.acknowledged.length, unanswered: w.unanswered, workDone, ...findings };
  } finally {
    await close();
    await group.stop();
    await simulator.stop();
  }
}

async function underLoad(w: World, seconds: number) {
  const killed: Record<string, number> = { 'web processes killed': 0, 'workers killed': 0 };
  const until = performance.now() + seconds * 1_000;
  const isOver = () => performance.now() >= until;
  let made = 0;
  let longestWithoutJobs = 0;
  let views = 20_000;
  const client = async () => {
    while (!isOver()) {
      const key = `processes-${++made}`;
      await attempt(w, w.open.shift() ?? nextIntention(key, w.people, w.known, w.dice, false));
    }
  };
  const reviving: Promise<void>[] = [];
  const killer = async () => {
    while (!isOver()) {
      await pause(w.dice(1_500));
      const part = w.dice(2) === 0 ? 'web' : 'worker';
      const ready = w.group.ready(part);
      // All workers may be gone at once; somebody has to take the load.
      if (ready.length > (part === 'web' ? 1 : 0)) {
        killed[part === 'web' ? 'web processes killed' : 'workers killed']! += 1;
        reviving.push(w.group.kill(ready[w.dice(ready.length)]!));
      }
      // Each earns something to withdraw.
      views += w.dice(5_000);
      await countClips(w.db, w.people, views, new Date());
      await shiftDue(w.db);
      longestWithoutJobs = Math.max(longestWithoutJobs, await secondsWithoutJobs(w.db));
    }
  };
  await Promise.all([...Array.from({ length: CLIENTS }, client), killer()]);
  await Promise.all(reviving);
  return { killed, longestWithoutJobs };
}

async function attempt(w: World, intention: Intention): Promise<void> {
  const webs = w.group.ready('web');
  const { baseUrl } = webs[w.dice(webs.length)]!;
  try {
    w.acknowledged.push(...(await intention.run(sendTo(baseUrl, w.group.origin))));
  } catch {
    w.unanswered++;
    w.open.push(intention);
  }
}

/** The processes run by the real time: instead of hours that pass, what waits for them is due now. */
async function shiftDue(db: Database): Promise<void> {
  await sql`update payouts set requested_at = requested_at - interval '11 minutes' where state = 'requested'`.execute(
    db,
  );
  await sql`update payout_batches set next_step_at = clock_timestamp() where next_step_at > clock_timestamp()`.execute(
    db,
  );
  await sql`update accruals set release_due_at = clock_timestamp()
    where state = 'pending' and release_due_at > clock_timestamp()`.execute(db);
  await sql`update deposits set due_at = clock_timestamp() where due_at > clock_timestamp()`.execute(db);
  await sql`update deposit_refunds set due_at = clock_timestamp() where due_at > clock_timestamp()`.execute(
    db,
  );
}

async function secondsWithoutJobs(db: Database): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select round(extract(epoch from clock_timestamp() - active_at))::int as seconds from job_activity`.execute(
    db,
  );
  return rows[0]?.seconds ?? 0;
}

async function countWork(db: Database): Promise<Record<string, number>> {
  const { rows } = await sql<{ what: string; count: number }>`
    select 'payouts paid by PayPal' as what, count(*)::int as count from payouts
      where rail = 'paypal' and state = 'paid'
    union all select 'batches sent to PayPal', count(*)::int from payout_batches
    union all select 'settlements of clips', count(*)::int from accruals
    union all select 'card deposits confirmed', count(*)::int from deposits
      where rail = 'stripe' and state = 'confirmed'`.execute(db);
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
}

/** Repeats what had no reply, lets payments and payouts arrive, and compares until nothing differs or time is up. */
async function conclude(w: World): Promise<Findings> {
  while (w.open.length > 0) {
    await attempt(w, w.open.shift()!);
    if (w.open.length > 0) await pause(50);
  }
  const compare = async () => {
    await shiftDue(w.db);
    await pause(2_000);
    const reply = await fetch(`${w.simulator.baseUrl}/control/paypal`);
    return await audit(w.db, w.people, w.acknowledged, (await reply.json()) as never);
  };
  const isClean = (found: Findings) => Object.values(found).every((lines) => lines.length === 0);
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const found = await compare();
    // Once more, for what would be done a second time.
    if (performance.now() > until || (isClean(found) && !(await isAnyOpen(w.db)))) return await compare();
  }
}

async function isAnyOpen(db: Database): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from payouts where rail = 'paypal' and state = 'processing') as open`.execute(db);
  return rows[0]!.open;
}
