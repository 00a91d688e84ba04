import { actions, choose, ending } from './actions/actions.ts';
import { everyCase } from './actions/cases.ts';
import { addClipper, addHost } from './actions/people.ts';
import { compare } from './compare/compare.ts';
import { Differences } from './compare/differences.ts';
import { compareOutside } from './compare/outside.ts';
import { compareReconciliation, readOutside } from './compare/platform.ts';
import { catchUp } from './facts.ts';
import { watchClips } from './observe.ts';
import type { AdminListingRow, AdminPayoutRow, UserRow } from './shown.ts';
import type { Stage } from './stage.ts';
import { type Action, newWorld, type World } from './world.ts';

const DAY = 86_400_000;
const ROUNDS = 3;

export interface Limits {
  actions: number;
  /** Minutes after which the run stops even if actions are left. */
  minutes?: number | undefined;
  /** A signal after which the run stops when the current action is done. */
  signal?: AbortSignal;
  /** Called with a line for each action. */
  say?(line: string): void;
}

export interface Outcome {
  seed: number;
  actions: number;
  comparisons: number;
  /** The number of simulated days. */
  days: number;
  /** Differences after the last action; empty when there are none. */
  differences: string[];
  trail: string[];
}

/** Makes a world with people, and without the demo's money, on this stage. */
export async function beginOn(stage: Stage, seed: number): Promise<World> {
  const w = newWorld(stage, seed, await stage.settleIn());
  await people(w);
  w.outsideBefore = await readOutside(w);
  return w;
}

/** Runs random actions on a new stage and compares after each; stops at the first difference. */
export async function runBooks(stage: Stage, seed: number, limits: Limits): Promise<Outcome> {
  try {
    const w = await beginOn(stage, seed);
    watchClips(w);
    const begunAt = w.now;
    const outcome: Outcome = { seed, actions: 0, comparisons: 0, days: 0, differences: [], trail: w.trail };
    const until = Date.now() + (limits.minutes ?? Infinity) * 60_000;
    const isOver = () =>
      outcome.differences.length > 0 ||
      outcome.actions >= limits.actions ||
      Date.now() > until ||
      limits.signal?.aborted === true;
    for (const action of everyCase) await step(w, outcome, action, limits);
    while (!isOver()) await step(w, outcome, choose(w, actions), limits);
    await conclude(w, outcome, limits);
    outcome.days = Math.round((w.now.getTime() - begunAt.getTime()) / DAY);
    return outcome;
  } finally {
    await stage.stop();
  }
}

/** Waits until nothing at PayPal is in doubt any more, then compares its payments. */
async function conclude(w: World, outcome: Outcome, limits: Limits): Promise<void> {
  for (const action of ending) await step(w, outcome, action, limits);
  await add(outcome, (d) => compareOutside(w, d));
  await add(outcome, (d) => compareReconciliation(w, d));
}

async function add(outcome: Outcome, check: (d: Differences) => Promise<void>): Promise<void> {
  if (outcome.differences.length > 0) return;
  const d = new Differences();
  await check(d);
  outcome.comparisons += d.compared;
  outcome.differences.push(...d.found);
}

/** Runs an action if it is possible now, then compares. Does nothing after a difference. */
async function step(w: World, outcome: Outcome, action: Action, { say }: Limits): Promise<void> {
  if (outcome.differences.length > 0) return;
  // Counts before the quiet minute precede the action, in the model too.
  if ((await w.stage.settleIn()) > w.learned) await catchUp(w);
  try {
    const done = await action.run(w);
    if (done === null) return;
    w.trail.push(`${++outcome.actions} ${w.now.toISOString().slice(0, 16)} ${done}`);
    say?.(w.trail.at(-1)!);
    w.now = await w.stage.settleIn();
    await compareTwice(w, outcome);
    if (outcome.actions % w.stage.reconciledEvery === 0)
      await add(outcome, (d) => compareReconciliation(w, d));
  } catch (error) {
    outcome.differences = [`${action.name} threw ${error instanceof Error ? error.stack : String(error)}`];
  }
}

/** Jobs can run between two reads, so only a difference that persists counts. */
async function compareTwice(w: World, outcome: Outcome): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const { compared, found, why } = await compare(w);
    outcome.comparisons += compared;
    outcome.differences = found.length > 0 ? [...found, ...why()] : [];
    if (found.length === 0) return;
    w.now = await w.stage.advance(1);
  }
}

/** Each clipper's name, and the outcome of PayPal's payments to that person. */
const clippers = [
  ['cutter_cid', 'plain'],
  ['cutter_dot', 'plain'],
  ['cutter_eve', 'returned'],
  ['cutter_fay', 'failed'],
  ['cutter_gus', 'unclaimed'],
] as const;

async function people(w: World): Promise<void> {
  await clearDemo(w);
  await removeLimits(w);
  for (const name of ['hostess_ada', 'hostess_bea', 'hostess_cee']) await addHost(w, name);
  for (const [name, fate] of clippers) await addClipper(w, name, fate);
}

/** Pays for views without proof without limit, because the model knows no proofs. */
async function removeLimits(w: World): Promise<void> {
  const tiers = [{ provenClips: 0, limitMicros: null, auditPercent: 0 }];
  await (await w.stage.admin()).ask('/api/admin/proof-tiers', { tiers, note: 'No proofs here.' });
}

/**
 * Removes the demo's money from the comparison, because the model does not know the demo's users and clips.
 */
async function clearDemo(w: World): Promise<void> {
  const admin = await w.stage.admin();
  const users = await admin.rows<UserRow>('/api/admin/users');
  const reason = { reason: 'Not a part of this.' };
  for (const { id } of await admin.rows<AdminPayoutRow>('/api/admin/payouts?open=true'))
    await admin.ask(`/api/admin/payouts/${id}/failed`, reason);
  for (const { id, role } of users)
    if (role !== 'admin') await admin.ask(`/api/admin/users/${id}/ban`, reason);
  for (const { id, status } of await admin.rows<AdminListingRow>('/api/admin/listings'))
    if (status !== 'settled' && status !== 'removed')
      await admin.ask(`/api/admin/listings/${id}/remove`, reason);
}
