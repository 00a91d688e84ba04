import { type ClipBook, earnedOf, paidViewsOf, pendingOf } from '../model/books.ts';
import { sum } from '../money.ts';
import type { ReceiptShown } from '../shown.ts';
import type { World } from '../world.ts';
import type { Differences } from './differences.ts';

const NEARBY_MS = 3 * 60_000;

export function compareReceipts(w: World, receipts: Map<string, ReceiptShown>, d: Differences): void {
  for (const [id, receipt] of receipts) compareReceipt(w.books.clips.get(id)!, receipt, d);
}

function compareReceipt(clip: ClipBook, receipt: ReceiptShown, d: Differences): void {
  const name = `clip ${clip.id}`;
  d.same(`${name} status`, clip.status, receipt.status);
  d.same(`${name} recomputes`, true, receipt.recomputes);
  if (!clip.approvedAt) return;
  d.same(`${name} counted views`, clip.snapshots.at(-1)?.views ?? 0, receipt.countedViews);
  if (!clip.finished) d.same(`${name} waits for budget`, clip.isSpent, receipt.budgetSpent !== null);
  d.same(`${name} paid views`, paidViewsOf(clip), receipt.paidViews);
  d.amount(`${name} earned`, earnedOf(clip), receipt.earnedMicros);
  d.amount(`${name} pending`, pendingOf(clip), receipt.pendingMicros);
  d.amount(`${name} released`, sum(in_(clip, 'released')), receipt.releasedMicros);
  const steps = clip.steps.filter(({ state }) => state !== 'reversed');
  // The receipt sorts by views: views that were taken back and are paid again precede some older rows.
  const rows = receipt.accruals
    .filter(({ state }) => state !== 'reversed')
    .sort((a, b) => Date.parse(a.accruedAt) - Date.parse(b.accruedAt));
  d.same(`${name} accruals`, steps.length, rows.length);
  steps.forEach((step, n) => {
    const row = rows[n];
    if (!row) return;
    d.amount(`${name} accrual ${n}`, step.amount, row.amountMicros);
    d.same(`${name} accrual ${n} state`, step.state, row.state);
    const late = new Date(row.accruedAt).getTime() - step.at.getTime();
    if (Math.abs(late) > NEARBY_MS) d.same(`${name} accrual ${n} at`, step.at.toISOString(), row.accruedAt);
  });
}

const in_ = (clip: ClipBook, wanted: string): bigint[] =>
  clip.steps.filter(({ state }) => state === wanted).map(({ amount }) => amount);
