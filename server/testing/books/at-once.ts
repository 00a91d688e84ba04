import type { AccountId } from '#contract/accounts/ids.ts';
import { actions, beginning, choose, ending } from './actions/actions.ts';
import { wait } from './actions/clock.ts';
import { bookedBy, compareBooked, transfersIn } from './booked.ts';
import { Fault } from './caller.ts';
import { catchUp } from './facts.ts';
import type { OwnStage } from './own-stage.ts';
import { beginOn } from './run.ts';
import type { Action, World } from './world.ts';

const BATCHES = 3;
const AT_ONCE = 10;
const MOST_TRIES = 12;
const chosen = actions.filter((action) => action !== wait);

interface AtOnce {
  /** The transfers that are lost or booked twice, and broken invariants. */
  wrong: string[];
  /** One line per action. */
  trail: string[];
  /** The number of transfers that replies acknowledged. */
  acknowledged: number;
}

/**
 * Runs batches of random actions at once, beside two processes that do what is due. Checks the ledger after
 * each batch, and at the end PayPal's payments.
 */
export async function runAtOnce(stage: OwnStage, seed: number): Promise<AtOnce> {
  try {
    const before = new Set(await transfersIn(stage.db));
    const w = await beginOn(stage, seed);
    for (const action of beginning) await attempt(w, action);
    let wrong: string[] = [];
    for (let batch = 0; batch < BATCHES && wrong.length === 0; batch++) {
      await runBatch(w, stage);
      wrong = await findWrong(stage, before);
    }
    if (wrong.length === 0) wrong = await conclude(w, stage, before);
    return { wrong, trail: w.trail, acknowledged: bookedBy(stage.replies).length };
  } finally {
    await stage.stop();
  }
}

/** Runs actions at once, and then lets time pass. */
async function runBatch(w: World, stage: OwnStage): Promise<void> {
  await catchUp(w);
  await Promise.all([...Array.from({ length: AT_ONCE }, () => actOnce(w)), doAll(w, stage)]);
  await attempt(w, wait);
  await doAll(w, stage);
}

/** Waits until nothing at PayPal is in doubt any more. */
async function conclude(w: World, stage: OwnStage, before: ReadonlySet<string>): Promise<string[]> {
  for (const action of ending) {
    await attempt(w, action);
    await doAll(w, stage);
  }
  return [...(await findWrong(stage, before)), ...(await findDoubted(stage, w))];
}

/** Does everything that is due in two processes at once. */
const doAll = (w: World, { worker }: OwnStage) =>
  Promise.all([w.stage.advance(0), worker.runAll(), worker.runAll()]);

/** Tries random actions until one is possible. */
async function actOnce(w: World): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) if (await attempt(w, choose(w, chosen))) return;
}

/**
 * Performs an action if it is possible; returns whether it is. It may be refused, because another one changes
 * the same thing meanwhile.
 */
async function attempt(w: World, action: Action): Promise<boolean> {
  try {
    const done = await action.run(w);
    if (done !== null) w.trail.push(done);
    return done !== null;
  } catch (error) {
    if (error instanceof Fault) throw error;
    w.trail.push(`${action.name}: ${String(error)}`);
    return true;
  }
}

async function findWrong(stage: OwnStage, before: ReadonlySet<string>): Promise<string[]> {
  const { lost, twice } = await compareBooked(stage.db, stage.replies, before);
  const broken = (await stage.reconcile()).filter(({ ok }) => !ok);
  return [
    ...lost.map((one) => `acknowledged and not booked: ${one}`),
    ...twice.map((one) => `booked and not acknowledged: ${one}`),
    ...broken.map(({ name, detail }) => `invariant "${name}": ${detail}`),
  ];
}

/** Returns the payouts and card payments about which the books and the processors disagree. */
async function findDoubted({ db, payments }: OwnStage, w: World): Promise<string[]> {
  const items = await payments();
  const payouts = await db
    .selectFrom('payouts')
    .select(['id', 'state'])
    .where('rail', '=', 'paypal')
    .where('clipper_id', 'in', idsOf(w.clippers) as AccountId[])
    .execute();
  const doubted = payouts.flatMap(({ id, state }) => {
    const sent = items.filter(({ senderItemId }) => senderItemId === id);
    const arrived = sent.filter((item) => item.state === 'SUCCESS').length;
    const isRight = sent.length <= 1 && arrived === (state === 'paid' ? 1 : 0);
    return isRight ? [] : [`payout ${id} is ${state}, at PayPal ${sent.map((one) => one.state).join()}`];
  });
  const deposits = await db
    .selectFrom('deposits')
    .select(['id', 'state'])
    .where('rail', '=', 'stripe')
    .where('host_id', 'in', idsOf(w.hosts) as AccountId[])
    .execute();
  const wrong = deposits.filter(({ id, state }) => {
    const isLost = w.decided.get(id) === 'lost';
    return (
      w.paidPages.has(id) === (state === 'created' || state === 'failed') ||
      isLost !== (state === 'charged_back')
    );
  });
  return [...doubted, ...wrong.map(({ id, state }) => `deposit ${id} is ${state}, at Stripe it is not`)];
}

const idsOf = (people: { id: string }[]): string[] => people.map(({ id }) => id);
