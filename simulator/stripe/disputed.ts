import { nextOpaque, type World } from '../world.ts';
import { disputeObject, sessionObject } from './objects.ts';
import { makeDispute, makePayment } from './pay.ts';
import type { Session } from './state.ts';

export interface DisputedInput {
  /** The deposit's id. */
  reference: string;
  email: string;
  cents: number;
  paidAt: Date;
  disputedAt: Date;
}

const CARD = '4000000000000259';

/**
 * Makes an earlier card payment that its owner has disputed, in Stripe's present state. No webhook is sent.
 */
export function makeDisputedPayment(world: World, input: DisputedInput) {
  const { reference, email, cents, paidAt, disputedAt } = input;
  const session: Session = {
    id: `cs_test_${nextOpaque(world, 'session', 40)}`,
    reference,
    email,
    name: 'Deposit',
    amount: cents,
    metadata: {},
    paymentMetadata: {},
    status: 'complete',
    paid: true,
    paymentId: null,
    successUrl: '',
    cancelUrl: '',
    createdAt: paidAt.toISOString(),
    expiresAt: paidAt.toISOString(),
  };
  world.state.stripe.sessions.push(session);
  const at = (moment: Date): World => ({ ...world, clock: { now: () => moment } });
  const payment = makePayment(at(paidAt), session, { kind: 'card', number: CARD }, CARD);
  session.paymentId = payment.id;
  const dispute = makeDispute(at(disputedAt), payment);
  return { session: sessionObject(world, session, ''), dispute: disputeObject(dispute, payment) };
}
