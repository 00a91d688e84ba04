import { expect } from 'vitest';
import { reconcile } from '#server/modules/ledger/ledger.ts';
import type { Done } from './done.ts';
import { readFacts } from './facts.ts';
import { balancesOf, emptyModel, type Model } from './model.ts';
import { takeDeposits } from './model-deposits.ts';
import { releaseAll, settleAll, takeClips, waitingOf } from './model-earnings.ts';
import { payWeekly, takePayouts } from './model-payouts.ts';
import type { MoneyWorld } from './world.ts';

export function modelOf(w: MoneyWorld): Model {
  const model = emptyModel();
  for (const { userId } of w.hosts) model.hosts.set(userId, 0n);
  for (const { userId } of w.clippers)
    model.clippers.set(userId, { available: 0n, owed: 0n, usableAt: null, stopped: false });
  return model;
}

/**
 * Updates the model with the action and the decisions, runs everything that is due in the product and in the
 * model, and compares the two.
 */
export async function advanceAndCompare(w: MoneyWorld, model: Model, done: Done): Promise<void> {
  done.before?.(model);
  const facts = await readFacts(w.db);
  takeDeposits(model, facts);
  takePayouts(model, facts);
  takeClips(model, facts);
  done.after?.(model);
  await runOutside(w);
  await w.run(w.jobs.decisions);
  const decided = await readFacts(w.db);
  takeDeposits(model, decided);
  takeClips(model, decided);
  await w.earn();
  settleAll(model, w.clock.now());
  releaseAll(model, w.clock.now());
  await w.run([...w.jobs.listings, ...w.jobs.payouts]);
  const closed = await readFacts(w.db);
  takeClips(model, closed);
  settleAll(model, w.clock.now());
  payWeekly(model, w.clock.now());
  takePayouts(model, closed);
  expect(await balancesIn(w)).toEqual(balancesOf(model));
  expect(await waitingIn(w)).toEqual(waitingOf(model));
}

/** Delivers Stripe's messages and makes the calls to Stripe that are due. */
export async function runOutside(w: MoneyWorld): Promise<void> {
  for (let rounds = 0; rounds < 3; rounds++) {
    await w.simulator.runDue();
    await w.run(w.jobs.deposits);
  }
}

/** Returns the ledger's balances that are not zero, by "kind owner". */
export async function balancesIn(w: MoneyWorld): Promise<Record<string, string>> {
  const rows = await w.db
    .selectFrom('ledger_accounts')
    .select(['kind', 'owner_id', 'balance_micros'])
    .where('balance_micros', '<>', 0n)
    .execute();
  const all = rows.map(({ kind, owner_id, balance_micros }) => [
    `${kind} ${owner_id}`,
    String(balance_micros),
  ]);
  return Object.fromEntries(all.toSorted(([a], [b]) => (a! < b! ? -1 : 1)));
}

/** Returns the clips that wait for budget, among those that may still earn. */
async function waitingIn(w: MoneyWorld): Promise<string[]> {
  const rows = await w.db
    .selectFrom('clip_earnings')
    .select('submission_id')
    .where('state', '=', 'accruing')
    .where('budget_spent_at', 'is not', null)
    .execute();
  return rows.map(({ submission_id }) => submission_id).toSorted();
}

/** Checks every invariant of the ledger. */
export async function expectReconciled(w: MoneyWorld): Promise<void> {
  expect((await reconcile(w.db)).invariants.filter(({ ok }) => !ok)).toEqual([]);
}
