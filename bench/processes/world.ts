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
import { type GroupOptions, startGroup } from './group.ts';

const CLIENTS = 8;
const WEBHOOK_SECRET = 'whsec_of_the_processes';
const SETTLED_WITHIN_MS = 120_000;
const LIMITED_MS = 500;
/**
 * The pause after a refusal, which is shorter than Retry-After, so that the end of the refusals is noticed.
 */
const REFUSED_MS = 200;

/** Several processes, their users, and the effects acknowledged to them. */
export interface World {
  group: Awaited<ReturnType<typeof startGroup>>;
  simulator: Awaited<ReturnType<typeof startSimulator>>;
  db: Database;
  people: People;
  known: Known;
  dice: Dice;
  /** The number of intentions so far, over all loads. Each gets its key from this number. */
  made: number;
  acknowledged: string[];
  /** The number of completed intentions. */
  answered: number;
  open: Intention[];
  /** For each failed request, why it failed. Failed requests are repeated. Rate limits are not listed. */
  unanswered: string[];
  views: number;
}

/** Runs `work` in a new world; PayPal and Stripe are simulated outside of its processes. */
export async function inWorld<T>(
  parts: GroupOptions['parts'],
  seed: number,
  work: (w: World) => Promise<T>,
  { settings, ...where }: Pick<GroupOptions, 'folder' | 'ownerUrl'> & { settings?: GroupOptions['env'] } = {},
): Promise<T> {
  const simulator = await startSimulator({ clock: { now: () => new Date() }, stateFile: null });
  const env = {
    SECRET: TEST_SECRET,
    BANK_DETAILS: 'IBAN XX00',
    PAYPAL_BASE: simulator.urls.paypal,
    PAYPAL_CLIENT_ID: 'simulator',
    PAYPAL_CLIENT_SECRET: 'simulator-secret',
    PAYPAL_WEBHOOK_ID: 'WH-SIMULATOR',
    STRIPE_BASE: simulator.urls.stripeApi,
    STRIPE_SECRET_KEY: 'sk_test_of_the_processes',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    ...settings,
  };
  const group = await startGroup({ parts, env, ...where });
  const { db, close } = createDatabase(group.appUrl, { max: 4 });
  try {
    simulator.sendStripeTo({ url: `${group.origin}/webhooks/stripe`, secret: WEBHOOK_SECRET });
    const people = await arrangePeople(db, new Date());
    const known: Known = { listings: [], deposits: [], payouts: [] };
    return await work({
      ...{ group, simulator, db, people, known, dice: diceOf(seed), made: 0 },
      ...{ acknowledged: [], answered: 0, open: [], unanswered: [], views: 20_000 },
    });
  } finally {
    await close();
    await group.stop();
    await simulator.stop();
  }
}

/** Sends concurrent requests of people until `isOver` returns true. */
export async function sendLoad(w: World, isOver: () => boolean): Promise<void> {
  const client = async () => {
    while (!isOver()) {
      const key = `processes-${++w.made}`;
      await attempt(w, w.open.shift() ?? nextIntention(key, w.people, w.known, w.dice, false));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

async function attempt(w: World, intention: Intention): Promise<void> {
  const webs = w.group.ready('web');
  const { baseUrl } = webs[w.dice(webs.length)]!;
  try {
    w.acknowledged.push(...(await intention.run(sendTo(baseUrl, w.group.origin))));
    w.answered += 1;
  } catch (error) {
    const { message } = error as Error;
    w.open.push(intention);
    // A rate limit of the product refused the request, because the load exceeds a person's.
    if (message.includes('answered 429')) await pause(LIMITED_MS);
    else w.unanswered.push(`${intention.name}: ${message}`);
    if (message.includes('answered 503')) await pause(REFUSED_MS);
  }
}

/**
 * Lets each clip earn something to withdraw. The processes run in real time, so money that waits for hours is
 * made due now.
 */
export async function moveOn(w: World): Promise<void> {
  w.views += w.dice(5_000);
  await countClips(w.db, w.people, w.views, new Date());
  await shiftDue(w.db);
}

/** The invariant that `shiftDue` breaks permanently, because it releases steps before their time. */
const SHIFTED = 'each step’s moments follow from each other';

/** Undoes `shiftDue` for payouts, each of which was requested when the ledger recorded it. */
const unshift = (db: Database) =>
  sql`update payouts p set requested_at = t.occurred_at from ledger_transfers t
    where t.subject_id = p.id and t.kind = 'payout.started' and p.requested_at <> t.occurred_at`.execute(db);

async function shiftDue(db: Database): Promise<void> {
  const statements = [
    `update payouts set requested_at = requested_at - interval '11 minutes' where state = 'requested'`,
    'update payout_batches set next_step_at = clock_timestamp() where next_step_at > clock_timestamp()',
    `update accruals set release_due_at = clock_timestamp()
      where state = 'pending' and release_due_at > clock_timestamp()`,
    'update deposits set due_at = clock_timestamp() where due_at > clock_timestamp()',
    'update deposit_refunds set due_at = clock_timestamp() where due_at > clock_timestamp()',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/**
 * Repeats unanswered requests, lets payments and payouts arrive, and compares until nothing differs or time
 * is up.
 */
export async function conclude(w: World): Promise<Findings> {
  while (w.open.length > 0) {
    await attempt(w, w.open.shift()!);
    if (w.open.length > 0) await pause(50);
  }
  const compare = async () => {
    await shiftDue(w.db);
    await pause(2_000);
    await unshift(w.db);
    const reply = await fetch(`${w.simulator.baseUrl}/control/paypal`);
    const found = await audit(w.db, w.people, w.acknowledged, (await reply.json()) as never);
    return { ...found, broken: found.broken.filter((one) => !one.startsWith(`${SHIFTED}:`)) };
  };
  const isClean = (found: Findings) => Object.values(found).every((lines) => lines.length === 0);
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const found = await compare();
    // Findings are compared once more at the end, to catch effects that are repeated later.
    if (performance.now() > until || (isClean(found) && !(await isAnyOpen(w.db)))) return await compare();
  }
}

async function isAnyOpen(db: Database): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from payouts where rail = 'paypal' and state = 'processing') as open`.execute(db);
  return rows[0]!.open;
}
