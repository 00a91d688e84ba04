import { learn, readFacts } from '../facts.ts';
import { difference } from '../model/books.ts';
import type { World } from '../world.ts';
import { compareClippers } from './clippers.ts';
import { Differences } from './differences.ts';
import { explain } from './explain.ts';
import { compareHosts } from './hosts.ts';
import { comparePayoutParts } from './payout-parts.ts';
import { comparePlatform } from './platform.ts';
import { compareReceipts } from './receipts.ts';
import { compareStatements } from './statements.ts';

/**
 * Statements are compared in every fourth round only: they grow through the month, and the balances to which
 * they add up are compared in every round.
 */
const STATEMENTS_EVERY = 4;

/** Brings the model up to date, then compares every page and report with it. */
export async function compare(w: World): Promise<Differences & { why(): string[] }> {
  const d = new Differences();
  const facts = await readFacts(w);
  learn(w, facts);
  d.amount('the model’s own trial balance', 0n, difference(w.books).toString());
  compareReceipts(w, facts.receipts, d);
  await compareHosts(w, d);
  await compareClippers(w, d);
  await comparePayoutParts(w, d);
  await comparePlatform(w, d);
  if (w.trail.length % STATEMENTS_EVERY === 0) await compareStatements(w, d);
  return Object.assign(d, { why: () => explain(w, facts, d.found) });
}
