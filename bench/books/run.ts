import { actions, choose } from './actions/actions.ts';
import { addClipper, addHost } from './actions/people.ts';
import { compare } from './compare/compare.ts';
import { Differences } from './compare/differences.ts';
import { compareReconciliation, readOutside } from './compare/platform.ts';
import type { AdminListingRow, AdminPayoutRow, UserRow } from './shown.ts';
import { openStage } from './stage.ts';
import { newWorld, type World } from './world.ts';

const DAY = 86_400_000;
const ROUNDS = 3;
/** Rounds between two reconciliations, because the endpoint allows only a few per minute. */
const RECONCILED_EVERY = 25;

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

/** Runs random actions on a new server and compares after each; stops at the first difference. */
export async function runBooks(seed: number, limits: Limits): Promise<Outcome> {
  const stage = await openStage();
  try {
    const w = newWorld(stage, seed, await stage.settleIn());
    const begunAt = w.now;
    await people(w);
    w.outsideBefore = await readOutside(w);
    const outcome: Outcome = { seed, actions: 0, comparisons: 0, days: 0, differences: [], trail: w.trail };
    const until = Date.now() + (limits.minutes ?? Infinity) * 60_000;
    const isOver = () =>
      outcome.actions >= limits.actions || Date.now() > until || limits.signal?.aborted === true;
    while (!isOver() && outcome.differences.length === 0) {
      await step(w, outcome, limits);
    }
    if (outcome.differences.length === 0) await reconcile(w, outcome);
    outcome.days = Math.round((w.now.getTime() - begunAt.getTime()) / DAY);
    return outcome;
  } finally {
    await stage.stop();
  }
}

async function reconcile(w: World, outcome: Outcome): Promise<void> {
  const d = new Differences();
  await compareReconciliation(w, d);
  outcome.comparisons += d.compared;
  outcome.differences.push(...d.found);
}

/** Runs an action that is possible now, then compares. */
async function step(w: World, outcome: Outcome, { say }: Limits): Promise<void> {
  w.now = await w.stage.settleIn();
  const action = choose(w, actions);
  try {
    const done = await action.run(w);
    if (done === null) return;
    w.trail.push(`${++outcome.actions} ${w.now.toISOString().slice(0, 16)} ${done}`);
    say?.(w.trail.at(-1)!);
    w.now = await w.stage.settleIn();
    // Jobs can run between two reads, so only a difference that persists counts.
    for (let round = 0; round < ROUNDS; round++) {
      const { compared, found, why } = await compare(w);
      outcome.comparisons += compared;
      outcome.differences = found.length > 0 ? [...found, ...why()] : [];
      if (found.length === 0) break;
      w.now = await w.stage.advance(1);
    }
    if (outcome.actions % RECONCILED_EVERY === 0) await reconcile(w, outcome);
  } catch (error) {
    outcome.differences = [`${action.name} threw ${String(error)}`];
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
  for (const name of ['hostess_ada', 'hostess_bea', 'hostess_cee']) await addHost(w, name);
  for (const [name, fate] of clippers) await addClipper(w, name, fate);
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
