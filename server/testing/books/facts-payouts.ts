import { cameBack, followPayout, startPayout } from './model/payouts.ts';
import { canLeave } from './model/seasoning.ts';
import { usd } from './money.ts';
import type { AdminPayoutRow } from './shown.ts';
import type { World } from './world.ts';

const WEEKLY_MIN = usd(10);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NEARBY_MS = 3 * 60_000;

/** Reads the state of every payout in the operator's queue. */
export async function readPayouts(w: World): Promise<AdminPayoutRow[]> {
  const admin = await w.stage.admin();
  const [open, finished] = await Promise.all([
    admin.rows<AdminPayoutRow>('/api/admin/payouts?open=true'),
    admin.rows<AdminPayoutRow>('/api/admin/payouts?open=false'),
  ]);
  return [...open, ...finished];
}

/** Changes the model's payouts to the states that PayPal or an admin gave them. */
export function learnPayouts(w: World, rows: AdminPayoutRow[]): { at: Date; apply(): void }[] {
  return rows.flatMap((row) => {
    const payout = w.books.payouts.get(row.id);
    if (!payout || payout.state === row.state) return [];
    const at = row.finishedAt ? new Date(row.finishedAt) : w.now;
    return [
      {
        at,
        apply() {
          payout.rail = row.rail;
          followPayout(w.books, payout, row.state, at);
        },
      },
    ];
  });
}

/** Returns the weekly payout runs between two times: Mondays at 09:00 UTC. */
export function weeklyRuns(since: Date, until: Date): Date[] {
  const found: Date[] = [];
  for (let day = Math.floor(since.getTime() / DAY); day * DAY <= until.getTime(); day++) {
    const at = new Date(day * DAY + 9 * HOUR);
    if (at.getUTCDay() === 1 && at > since && at <= until) found.push(at);
  }
  return found;
}

/**
 * Pays every clipper with $10.00 or more. The ids are those of the payouts that the server made in this run.
 */
export function runWeekly(w: World, at: Date, rows: AdminPayoutRow[]): void {
  for (const clipper of w.clippers) {
    if (clipper.banned || clipper.closed || !clipper.payable) continue;
    const amount = canLeave(w.books, clipper.id, at);
    if (amount < WEEKLY_MIN) continue;
    const row = rows.find(
      (one) =>
        one.cause === 'weekly' &&
        one.clipperUsername === clipper.name &&
        Math.abs(new Date(one.requestedAt).getTime() - at.getTime()) < NEARBY_MS,
    );
    const id = row?.id ?? `weekly ${at.toISOString()} ${clipper.name}`;
    if (cameBack(w.books, clipper.id)) continue;
    startPayout(w.books, { id, clipperId: clipper.id, amount, cause: 'weekly', rail: row?.rail ?? 'paypal' });
    const moved = row && learnPayouts(w, [row])[0];
    if (moved && moved.at <= w.now) w.later.push(moved);
  }
}
