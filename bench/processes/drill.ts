import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';
import type { Findings } from '../faults/books.ts';
import { conclude, inWorld, moveOn, sendLoad, type World } from './world.ts';

interface Outcome extends Findings {
  killed: Record<string, number>;
  acknowledged: number;
  unanswered: number;
  /** The work that workers did between their deaths. */
  workDone: Record<string, number>;
}

/**
 * Sends load to three web processes while these and two workers are killed and restarted. Unanswered requests
 * are repeated with the same keys at another process. In the end the ledger is compared with the acknowledged
 * effects and with PayPal's payments.
 */
export const runProcesses = (seconds: number, seed: number): Promise<Outcome> =>
  inWorld(['web', 'web', 'web', 'worker', 'worker'], seed, async (w) => {
    const { killed, longestWithoutJobs } = await underLoad(w, seconds);
    const findings = await conclude(w);
    const workDone = { 'seconds without jobs at most': longestWithoutJobs, ...(await countWork(w.db)) };
    const [acknowledged, unanswered] = [w.acknowledged.length, w.unanswered.length];
    return { killed, acknowledged, unanswered, workDone, ...findings };
  });

async function underLoad(w: World, seconds: number) {
  const killed: Record<string, number> = { 'web processes killed': 0, 'workers killed': 0 };
  const until = performance.now() + seconds * 1_000;
  const isOver = () => performance.now() >= until;
  let longestWithoutJobs = 0;
  const reviving: Promise<void>[] = [];
  const killer = async () => {
    while (!isOver()) {
      await pause(w.dice(1_500));
      const part = w.dice(2) === 0 ? 'web' : 'worker';
      const ready = w.group.ready(part);
      // All workers may be gone at once; one web process must remain for the load.
      if (ready.length > (part === 'web' ? 1 : 0)) {
        killed[part === 'web' ? 'web processes killed' : 'workers killed']! += 1;
        reviving.push(w.group.kill(ready[w.dice(ready.length)]!));
      }
      await moveOn(w);
      longestWithoutJobs = Math.max(longestWithoutJobs, await secondsWithoutJobs(w.db));
    }
  };
  await Promise.all([sendLoad(w, isOver), killer()]);
  await Promise.all(reviving);
  return { killed, longestWithoutJobs };
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
