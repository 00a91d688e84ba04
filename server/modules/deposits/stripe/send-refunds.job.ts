import type Stripe from 'stripe';
import { micros, toCents } from '#contract/money.ts';
import type { Log } from '#server/infra/log.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { failRefund } from '../finish-refund.ts';
import { nextAsk } from '../rules.ts';
import { readFailure, type StripeRail } from './client.ts';
import { takeRefund } from './take-refund.ts';

interface Deps {
  db: Database;
  log: Log;
  rail: StripeRail;
}

interface Due {
  id: string;
  processor_id: string | null;
  amount_micros: bigint;
  tries: number;
  payment_intent: string;
}

/**
 * Requests at the processor the refunds that were taken from balances, and polls their outcome. The
 * idempotency key is the refund's committed id, so a retry after a lost answer pays once. If the processor
 * refuses, the money returns to the balance.
 */
export function sendRefunds({ db, log, rail }: Deps): Job {
  const waiting = () =>
    db
      .selectFrom('deposit_refunds as r')
      .innerJoin('card_payments as p', 'p.deposit_id', 'r.deposit_id')
      .where('r.state', '=', 'refunding')
      .where('r.due_at', 'is not', null);
  return {
    name: 'deposits.send-refunds',
    async run(now, signal) {
      const due = await waiting()
        .select(['r.id', 'r.processor_id', 'r.amount_micros', 'r.tries', 'p.payment_intent'])
        .where('r.due_at', '<=', now)
        .orderBy('r.due_at')
        .limit(50)
        .execute();
      for (const one of due) {
        if (signal?.aborted) return;
        const next = { due_at: nextAsk(now, one.tries), tries: one.tries + 1 };
        await db.updateTable('deposit_refunds').set(next).where('id', '=', one.id).execute();
        try {
          const refund = await askProcessor(rail, one);
          await transact(db, (tx) => takeRefund(tx, refund, refund.created, now));
        } catch (error) {
          await afterFailure({ db, log, rail }, one.id, error, now);
        }
      }
    },
    isIdleUntilDue: true,
    nextDueAt: () => waiting().select(({ fn }) => fn.min('r.due_at').as('at')),
  };
}

async function askProcessor({ client }: StripeRail, one: Due): Promise<Stripe.Refund> {
  if (one.processor_id) return await client.refunds.retrieve(one.processor_id);
  // The processor forgets idempotency keys after a day, so a retry first searches for the refund by our own
  // id.
  if (one.tries > 0) {
    const made = await client.refunds.list({ payment_intent: one.payment_intent, limit: 100 });
    const ours = made.data.find(({ metadata }) => metadata?.refundId === one.id);
    if (ours) return ours;
  }
  return await client.refunds.create(
    {
      payment_intent: one.payment_intent,
      amount: toCents(micros(one.amount_micros)),
      reason: 'requested_by_customer',
      metadata: { refundId: one.id },
    },
    { idempotencyKey: `refund-${one.id}` },
  );
}

async function afterFailure({ db, log }: Deps, refundId: string, error: unknown, now: Date): Promise<void> {
  const { kind, reason } = readFailure(error);
  log.warn({ refundId, reason, kind }, 'a refund was not taken');
  if (kind === 'unsure') return;
  const by = { actorId: null, actorKind: 'system' } as const;
  await transact(db, (tx) => failRefund(tx, { refundId, by, reason: `Refused: ${reason}`, now }));
}
