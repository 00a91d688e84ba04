import type { ClipBook, PayoutBook } from '../model/books.ts';
import { unseasoned } from '../model/seasoning.ts';
import { sum } from '../money.ts';
import type { Person } from '../people.ts';
import type { PayoutPartRow } from '../shown.ts';
import { able, type World } from '../world.ts';
import type { Differences } from './differences.ts';

const NEARBY_MS = 3 * 60_000;
/** Parts of a payout whose state is unchanged are read again only in every tenth round. */
const ALL_EVERY = 10;

/**
 * Compares the parts of every payout. They must belong to the clipper and add up to the payout, and no
 * earning may be paid out twice.
 */
export async function comparePayoutParts(w: World, d: Differences): Promise<void> {
  await Promise.all(able(w.clippers).map((clipper) => compareParts(w, clipper, d)));
}

async function compareParts(w: World, { id, name, caller }: Person, d: Differences): Promise<void> {
  const payouts = [...w.books.payouts.values()].filter(({ clipperId }) => clipperId === id);
  const { available, owed, writtenOff, hadFraud } = w.books.clippers.get(id)!;
  const isFirst = payouts.filter((payout) => !w.parts.has(payout.id));
  const readAll = hadFraud || w.trail.length % ALL_EVERY === 0;
  for (const payout of payouts) {
    if (!readAll && w.parts.get(payout.id)?.state === payout.state) continue;
    const rows = await caller.rows<PayoutPartRow>(`/api/payouts/${payout.id}/parts`);
    w.parts.set(payout.id, { state: payout.state, rows });
    comparePayout(payout, rows, `${name} payout ${payout.id}`, d);
  }
  const parts = payouts.flatMap((payout) => w.parts.get(payout.id)!.rows);
  const bought = sum(parts.filter(({ state }) => state === 'not_real').map(amountOf));
  d.same(`${name} parts of bought views are the debt`, true, bought >= owed && bought <= owed + writtenOff);
  const steps = [...w.books.clips.values()]
    .filter(({ clipperId }) => clipperId === id)
    .flatMap(releasedSteps);
  for (const step of steps)
    d.same(`${name} has no more in payouts than step ${step.key}`, true, leftOf(step, parts) >= 0n);
  const known = new Set(steps.map(({ key }) => key));
  for (const part of parts.filter(({ state }) => state === 'part'))
    d.same(`${name} has part ${keyOf(part)}`, true, known.has(keyOf(part)));
  if (hadFraud) return;
  const left = sum(steps.map((step) => leftOf(step, parts)));
  d.amount(`${name} released and in no payout`, available, left.toString());
  const isAlone = isFirst.length === 1 && unseasoned(w.books, id, w.now) === 0n;
  if (isAlone) compareOrder(steps, parts, w.parts.get(isFirst[0]!.id)!.rows, `${name} payout`, d);
}

/**
 * Compares one payout. Parts of a failed, canceled or returned payout must be given back; otherwise they must
 * add up to its amount.
 */
function comparePayout(
  { state, amount }: PayoutBook,
  rows: PayoutPartRow[],
  what: string,
  d: Differences,
): void {
  d.amount(`${what} is made of`, amount, sum(rows.map(amountOf)).toString());
  const isGivenBack = state === 'failed' || state === 'canceled' || state === 'returned';
  const isAsItShould = rows.every((row) => (row.state === 'given_back') === isGivenBack);
  d.same(`${what} parts given back`, true, isAsItShould);
}

/**
 * Checks that payouts take the oldest released earnings first. All earnings released clearly before the
 * newest paid ones must be fully paid out.
 */
function compareOrder(
  steps: Released[],
  parts: PayoutPartRow[],
  own: PayoutPartRow[],
  what: string,
  d: Differences,
): void {
  const keys = new Set(own.map(keyOf));
  const newest = Math.max(...steps.filter(({ key }) => keys.has(key)).map(({ at }) => at.getTime()));
  for (const step of steps)
    if (step.at.getTime() < newest - NEARBY_MS)
      d.amount(`${what} takes step ${step.key} before later ones`, 0n, leftOf(step, parts).toString());
}

interface Released {
  /** The clip's id and the count at which the step begins. */
  key: string;
  amount: bigint;
  at: Date;
}

function releasedSteps({ id, steps }: ClipBook): Released[] {
  let from = 0;
  const found: Released[] = [];
  for (const { state, views, amount, releasedAt } of steps) {
    if (state === 'released') found.push({ key: `${id}:${from}`, amount, at: releasedAt! });
    if (state === 'released' || state === 'pending') from += views;
  }
  return found;
}

const keyOf = ({ submissionId, viewsFrom }: PayoutPartRow): string => `${submissionId}:${viewsFrom}`;
const amountOf = ({ amountMicros }: PayoutPartRow): bigint => BigInt(amountMicros);

const leftOf = ({ key, amount }: Released, parts: PayoutPartRow[]): bigint =>
  amount - sum(parts.filter((part) => part.state === 'part' && keyOf(part) === key).map(amountOf));
