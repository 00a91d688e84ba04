import type Stripe from 'stripe';
import type { AccountId } from '#contract/accounts/ids.ts';
import { centsToMicros } from '#contract/money.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { startDeposit, takeDispute, takeSession } from '#server/modules/deposits/deposits.ts';
import type { DemoStripe } from '../demo-world.ts';
import { personOf } from '../person-of.ts';

const CENTS = 18_000;

/**
 * Creates a host's card payment that its bank disputes. The balance is frozen, the listings pause, and
 * evidence is due in eight days.
 */
export async function disputePayment(
  { db, stripe }: { db: Database; stripe: DemoStripe },
  hostId: AccountId,
  now: Date,
): Promise<void> {
  const [paidAt, disputedAt] = [after(now, -12 * DAY), after(now, -26 * HOUR)];
  await transact(db, async (tx) => {
    const start = {
      hostId,
      userId: personOf(hostId),
      rail: 'stripe',
      amountMicros: centsToMicros(CENTS),
      now: paidAt,
    } as const;
    const { id: reference } = await startDeposit(tx, start);
    const email = 'club-treasurer@quietboard.example';
    const made = await stripe.makeDisputedPayment({ reference, email, cents: CENTS, paidAt, disputedAt });
    await takeSession(tx, made.session as Stripe.Checkout.Session, { failed: false, now: paidAt });
    await takeDispute(tx, made.dispute as Stripe.Dispute, 'charge.dispute.created', disputedAt);
  });
}
