import type Stripe from 'stripe';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros, type Micros, ZERO_MICROS } from '#contract/money.ts';
import { SECOND } from '#server/infra/clock.ts';
import type { Log } from '#server/infra/log.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { holdSameIdentity } from '#server/modules/fraud-holds/fraud-holds.ts';
import { clearing, post, processorFees } from '#server/modules/ledger/ledger.ts';
import { nextAsk } from '../rules.ts';
import { readFailure, type StripeRail } from './client.ts';

interface Deps {
  db: Database;
  log: Log;
  rail: StripeRail;
}

interface Facts {
  intent: string;
  depositId: string;
  feeMicros: Micros;
  fingerprint: string | null;
}

/**
 * Books the processor's fees of confirmed deposits as the platform's expense. The processor reports a fee
 * only some time after the payment.
 */
export function bookFees({ db, log, rail }: Deps): Job {
  const unbooked = () =>
    db
      .selectFrom('card_payments as p')
      .innerJoin('deposits as d', 'd.id', 'p.deposit_id')
      .where('p.fee_micros', 'is', null)
      .where('d.state', '<>', 'created')
      .where('d.due_at', 'is not', null);
  return {
    name: 'deposits.book-fees',
    everyMs: 10 * SECOND,
    async run(now, signal) {
      const due = await unbooked()
        .select(['d.id', 'p.payment_intent', 'd.tries'])
        .where('d.due_at', '<=', now)
        .orderBy('d.due_at')
        .limit(50)
        .execute();
      for (const { id, payment_intent: intent, tries } of due) {
        if (signal?.aborted) return;
        const next = { due_at: nextAsk(now, tries), tries: tries + 1 };
        await db.updateTable('deposits').set(next).where('id', '=', id).execute();
        try {
          const payment = await rail.client.paymentIntents.retrieve(intent, {
            expand: ['latest_charge.balance_transaction'],
          });
          const facts = readFacts(payment);
          if (facts) await transact(db, (tx) => bookFee(tx, { ...facts, intent, depositId: id }, now));
        } catch (error) {
          log.warn({ depositId: id, reason: readFailure(error).reason }, 'could not ask about a fee');
        }
      }
    },
    isIdleUntilDue: true,
    nextDueAt: () => unbooked().select(({ fn }) => fn.min('d.due_at').as('at')),
  };
}

function readFacts({ latest_charge: charge }: Stripe.PaymentIntent) {
  if (!charge || typeof charge === 'string') return null;
  const { balance_transaction: booking, payment_method_details: paidBy } = charge;
  if (!booking || typeof booking === 'string') return null;
  const fingerprint = paidBy?.card?.fingerprint ?? paidBy?.us_bank_account?.fingerprint ?? null;
  return { feeMicros: centsToMicros(booking.fee), fingerprint };
}

/** Returns all hosts who paid with this card. */
async function hostsWith(tx: Tx, fingerprint: string): Promise<AccountId[]> {
  const rows = await tx
    .selectFrom('card_payments as p')
    .innerJoin('deposits as d', 'd.id', 'p.deposit_id')
    .select('d.host_id')
    .distinct()
    .where('p.fingerprint', '=', fingerprint)
    .execute();
  return rows.map((row) => row.host_id);
}

async function bookFee(
  tx: Tx,
  { intent, depositId, feeMicros, fingerprint }: Facts,
  now: Date,
): Promise<void> {
  const noted = await tx
    .updateTable('card_payments')
    .set({ fee_micros: feeMicros, fingerprint })
    .where('payment_intent', '=', intent)
    .where('fee_micros', 'is', null)
    .returning('payment_intent')
    .executeTakeFirst();
  await tx.updateTable('deposits').set({ due_at: null }).where('id', '=', depositId).execute();
  if (!noted) return;
  if (fingerprint) await holdSameIdentity(tx, { hostIds: await hostsWith(tx, fingerprint) }, now);
  if (feeMicros === ZERO_MICROS) return;
  const posted = await post(tx, {
    key: `processor.fee:${depositId}`,
    kind: 'processor.fee',
    occurredAt: now,
    transfers: [
      { debit: processorFees, credit: clearing('stripe'), amountMicros: feeMicros, subjectId: depositId },
    ],
  });
  if (posted !== 'posted') throw new Error(`the fee of deposit ${depositId} was not posted: ${posted}`);
}
