import { sql } from 'kysely';
import { WITHDRAWAL_DUE_HOURS } from '#contract/limits.ts';
import { asSentence } from '#contract/sentence.ts';
import type { Clock } from '#server/infra/clock.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Database } from '#server/infra/transaction.ts';
import { frozenInAll } from './freezes.ts';
import { isLate } from './notify-late.job.ts';
import { isPaused, openPause } from './pause.ts';

interface Found {
  doubtful: number;
  unsent: number;
  late: number;
  overdue: number;
  refused: string | null;
  problem: string | null;
}

/**
 * Reports on payouts: pauses, late payouts, reasons why payouts wait, and batches that PayPal refused, never
 * answered or reported too late.
 */
export const payoutCheck = (db: Database, clock: Clock, paysByHand = true): HealthCheck => ({
  name: 'Payouts',
  async problem() {
    const pause = await openPause(db);
    const { rows } = await sql<Found>`
      select
        (select count(*)::int from payouts p join payout_batches b on b.id = p.batch_id
          where p.state = 'processing' and b.state = 'abandoned') as doubtful,
        (select count(*)::int from payout_batches where state = 'created' and attempts >= 5) as unsent,
        (select count(*)::int from payout_late_statuses where resolved_at is null) as late,
        (select count(*)::int from payouts p where ${isLate(clock.now())}) as overdue,
        (select b.problem from payout_batches b where b.state = 'refused'
          and exists (select from payouts where state = 'processing' and rail = 'paypal' and batch_id is null)
          order by b.created_at desc limit 1) as refused,
        (select problem from payout_batches where state in ('created', 'sent') and problem is not null
          and (state = 'sent' or attempts >= 5) limit 1) as problem`.execute(db);
    const { doubtful, unsent, late, overdue, refused, problem } = rows[0]!;
    const sentences = [
      overdue > 0 && `Payouts that have not left within ${WITHDRAWAL_DUE_HOURS} hours: ${overdue}.`,
      pause && `Paused by ${pause.by}: ${asSentence(pause.reason)}`,
      refused && `PayPal refuses to pay: ${asSentence(refused)}`,
      unsent > 0 && `Batches that PayPal has not taken after five attempts: ${unsent}.`,
      problem && `PayPal: ${asSentence(problem)}`,
      doubtful > 0 && `Payouts that PayPal never answered for, to be marked by hand: ${doubtful}.`,
      late > 0 &&
        `Payouts that PayPal reported on after they were decided by hand: ${late}. Review them under Payouts.`,
    ].filter(Boolean);
    if (sentences.length === 0) return null;
    const frozen = await frozenInAll(db, { now: clock.now(), paysByHand });
    return [...sentences, ...(frozen ? [frozen] : [])].join(' ');
  },
  well: async () => (await frozenInAll(db, { now: clock.now(), paysByHand })) ?? 'Healthy',
  notice: {
    of: 'payments',
    async read() {
      if (await isPaused(db))
        return 'Payouts are paused. Requested payouts stay reserved and are paid afterwards.';
      const { rows } = await sql<{ overdue: boolean }>`
        select exists (select from payouts p where ${isLate(clock.now())}) as overdue`.execute(db);
      return rows[0]!.overdue ? `Some payouts take longer than ${WITHDRAWAL_DUE_HOURS} hours.` : null;
    },
  },
});
