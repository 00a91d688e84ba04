import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { World } from '../world.ts';
import { payOut } from './balance.ts';
import { closeDispute, makeRefund, openDispute, warn } from './pay.ts';
import { deliver } from './webhooks.ts';

const body = z.discriminatedUnion('do', [
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
export type StripeDeed = z.infer<typeof body>;

/**
 * What banks, cardholders and the operator do at Stripe, not through the app. `reference` is the deposit's id. False:
 * there is no such payment or open dispute.
 */
export async function doAtStripe(world: World, deed: StripeDeed): Promise<boolean> {
  const done = perform(world, deed);
  await world.save();
  await deliver(world);
  return done;
}

function perform(world: World, deed: StripeDeed): boolean {
  const { stripe } = world.state;
  if (deed.do === 'delivery') {
    stripe.delivery = deed.mode;
    return true;
  }
  if (deed.do === 'pay-out') {
    payOut(world, deed.cents);
    return true;
  }
  const session = stripe.sessions.find((one) => one.reference === deed.reference && one.paymentId);
  const payment = stripe.payments.find(({ id }) => id === session?.paymentId);
  if (!payment) return false;
  if (deed.do === 'dispute') openDispute(world, payment);
  if (deed.do === 'warn') warn(world, payment);
  if (deed.do === 'refund') {
    if (deed.cents > payment.amount - payment.refunded) return false;
    makeRefund(world, payment, deed.cents, {});
  }
  if (deed.do !== 'close-dispute') return true;
  const open = stripe.disputes.find((one) => one.paymentId === payment.id && one.status === 'needs_response');
  return open !== undefined && closeDispute(world, open.id, deed.outcome);
}

/** The same for tools, over HTTP. */
export function addStripeControl(app: FastifyInstance, world: World): void {
  app.post('/control/stripe', async (request, reply) => {
    const deed = body.safeParse(request.body);
    if (!deed.success) return reply.code(400).send({ message: z.prettifyError(deed.error) });
    const done = await doAtStripe(world, deed.data);
    return done ? reply.code(204).send() : reply.code(404).send({ message: 'No such payment or dispute.' });
  });
}
