import { z } from 'zod';
import type { World } from '../world.ts';
import { payOut } from './balance.ts';
import { closeDispute, makeRefund, openDispute, warn } from './pay.ts';
import { deliver } from './webhooks.ts';

/** Acts of banks, cardholders and the operator at Stripe. */
export const stripeAction = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('dispute'), reference: z.string() }),
  z.strictObject({ do: z.literal('close-dispute'), reference: z.string(), outcome: z.enum(['won', 'lost']) }),
  z.strictObject({ do: z.literal('warn'), reference: z.string() }),
  z.strictObject({ do: z.literal('refund'), reference: z.string(), cents: z.number().int().positive() }),
  z.strictObject({ do: z.literal('pay-out'), cents: z.number().int().positive() }),
  z.strictObject({
    do: z.literal('delivery'),
    mode: z.enum(['normal', 'duplicated', 'reordered', 'late', 'lost']),
  }),
]);
export type StripeAction = z.infer<typeof stripeAction>;

/**
 * Performs an act of a bank, a cardholder or the operator at Stripe. `reference` is the deposit's id. Returns
 * false without such a payment or open dispute.
 */
export async function doAtStripe(world: World, action: StripeAction): Promise<boolean> {
  const done = perform(world, action);
  await world.save();
  await deliver(world);
  return done;
}

function perform(world: World, action: StripeAction): boolean {
  const { stripe } = world.state;
  if (action.do === 'delivery') {
    stripe.delivery = action.mode;
    return true;
  }
  if (action.do === 'pay-out') {
    payOut(world, action.cents);
    return true;
  }
  const session = stripe.sessions.find((one) => one.reference === action.reference && one.paymentId);
  const payment = stripe.payments.find(({ id }) => id === session?.paymentId);
  if (!payment) return false;
  if (action.do === 'dispute') openDispute(world, payment);
  if (action.do === 'warn') warn(world, payment);
  if (action.do === 'refund') {
    if (action.cents > payment.amount - payment.refunded) return false;
    makeRefund(world, payment, action.cents, {});
  }
  if (action.do !== 'close-dispute') return true;
  const open = stripe.disputes.find((one) => one.paymentId === payment.id && one.status === 'needs_response');
  return open !== undefined && closeDispute(world, open.id, action.outcome);
}
