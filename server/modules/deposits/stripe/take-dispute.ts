import { sql } from 'kysely';
import type Stripe from 'stripe';
import { centsToMicros } from '#contract/money.ts';
import { after, DAY } from '#server/infra/clock.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { applyPayment, idOf, notePayment } from './payment.ts';

const ENDED: Record<string, 'won' | 'lost'> = {
  won: 'won',
  prevented: 'won',
  warning_closed: 'won',
  lost: 'lost',
};

/** Interval at which open disputes are polled, in case a message about them was lost. */
const ASK_EVERY = DAY;

/**
 * Stores the facts about a dispute from an event of this `type`, or from a poll (null). Messages may arrive
 * in any order: each adds facts and never reverts later ones. An appeal can turn a loss into a win, never a
 * win into a loss.
 */
export async function takeDispute(
  tx: Tx,
  dispute: Stripe.Dispute,
  type: string | null,
  now: Date,
): Promise<void> {
  const intent = idOf(dispute.payment_intent);
  if (!intent) return;
  await notePayment(tx, intent, now);
  const outcome = ENDED[dispute.status] ?? null;
  // The dispute's balance transactions contain withdrawals from our balance, money returned to it, and fees.
  const moved = dispute.balance_transactions ?? [];
  const withdrawn = type === 'charge.dispute.funds_withdrawn' || moved.some(({ amount }) => amount < 0);
  const reinstated = type === 'charge.dispute.funds_reinstated' || moved.some(({ amount }) => amount > 0);
  const feeOf = (sign: 1 | -1) =>
    centsToMicros(moved.reduce((sum, { fee }) => sum + Math.max(sign * (fee ?? 0), 0), 0));
  const { due_by: dueBy = null, submission_count: sent = 0 } = dispute.evidence_details ?? {};
  const evidenceDueAt = dueBy === null ? null : new Date(dueBy * 1_000);
  await sql`
    insert into deposit_disputes as d
      (id, payment_intent, amount_micros, reason, outcome, withdrawn, reinstated, fee_micros, fee_returned_micros, opened_at,
        closed_at, due_at, evidence_due_at, has_evidence)
    values (${dispute.id}, ${intent}, ${centsToMicros(dispute.amount)}, ${dispute.reason}, ${outcome}, ${withdrawn},
      ${reinstated}, ${feeOf(1)}, ${feeOf(-1)}, ${now}, ${outcome ? now : null}, ${outcome ? null : after(now, ASK_EVERY)},
      ${evidenceDueAt}, ${sent > 0})
    on conflict (id) do update set
      outcome = case when 'won' in (d.outcome, excluded.outcome) then 'won' else coalesce(d.outcome, excluded.outcome) end,
      withdrawn = d.withdrawn or excluded.withdrawn,
      reinstated = d.reinstated or excluded.reinstated,
      fee_micros = greatest(d.fee_micros, excluded.fee_micros),
      fee_returned_micros = greatest(d.fee_returned_micros, excluded.fee_returned_micros),
      closed_at = coalesce(d.closed_at, excluded.closed_at),
      due_at = case when d.outcome is null then excluded.due_at end,
      evidence_due_at = coalesce(excluded.evidence_due_at, d.evidence_due_at),
      has_evidence = d.has_evidence or excluded.has_evidence,
      tries = 0`.execute(tx);
  await applyPayment(tx, intent, now);
}
