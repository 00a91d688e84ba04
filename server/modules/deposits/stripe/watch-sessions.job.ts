import type Stripe from 'stripe';
import type { Log } from '#server/infra/log.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { nextAsk } from '../rules.ts';
import { readFailure, type StripeRail } from './client.ts';
import { takeSession } from './take-session.ts';

interface Deps {
  db: Database;
  log: Log;
  rail: StripeRail;
}

/** Polls open deposits with growing intervals, so that a lost message only delays the credit. */
export function watchSessions({ db, log, rail }: Deps): Job {
  const open = () =>
    db
      .selectFrom('deposits')
      .where('state', '=', 'created')
      .where('session_id', 'is not', null)
      .where('due_at', 'is not', null);
  return {
    name: 'deposits.watch-sessions',
    async run(now, signal) {
      const due = await open()
        .select(['id', 'session_id', 'tries'])
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(50)
        .execute();
      for (const { id, session_id: sessionId, tries } of due) {
        if (signal?.aborted) return;
        await db
          .updateTable('deposits')
          .set({ due_at: nextAsk(now, tries), tries: tries + 1 })
          .where('id', '=', id)
          .where('state', '=', 'created')
          .execute();
        try {
          const session = await rail.client.checkout.sessions.retrieve(sessionId!, {
            expand: ['payment_intent'],
          });
          const failed = hasFailed(session);
          await transact(db, (tx) => takeSession(tx, session, { failed, now }));
        } catch (error) {
          log.warn({ depositId: id, reason: readFailure(error).reason }, 'could not ask about a deposit');
        }
      }
    },
    isIdleUntilDue: true,
    nextDueAt: () => open().select(({ fn }) => fn.min('due_at').as('at')),
  };
}

/**
 * Whether a delayed payment failed. Its page was completed, but the payment requires another payment method
 * or was canceled.
 */
function hasFailed({ status, payment_status, payment_intent: payment }: Stripe.Checkout.Session): boolean {
  if (status !== 'complete' || payment_status !== 'unpaid' || typeof payment !== 'object') return false;
  return payment?.status === 'requires_payment_method' || payment?.status === 'canceled';
}
