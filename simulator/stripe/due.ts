import type { World } from '../world.ts';
import { expire, failRefund, settle } from './pay.ts';
import { deliver, nextDelivery } from './webhooks.ts';

/** Runs everything due at Stripe: sessions expire, debits are decided, refunds fail, webhooks are sent. */
export async function runStripe(world: World): Promise<void> {
  const now = world.clock.now().toISOString();
  const { sessions, payments, refunds } = world.state.stripe;
  for (const one of sessions) if (one.status === 'open' && one.expiresAt <= now) expire(world, one);
  for (const one of payments) if (one.settles && one.settles.at <= now) settle(world, one);
  for (const one of refunds) if (one.failsAt && one.failsAt <= now) failRefund(world, one);
  await deliver(world);
}

/** Returns the next due time; null when nothing is scheduled. */
export function stripeDueAt(world: World): Date | null {
  const { sessions, payments, refunds } = world.state.stripe;
  const moments = [
    ...sessions.filter(({ status }) => status === 'open').map(({ expiresAt }) => expiresAt),
    ...payments.flatMap(({ settles }) => (settles ? [settles.at] : [])),
    ...refunds.flatMap(({ failsAt }) => (failsAt ? [failsAt] : [])),
    nextDelivery(world.state.stripe),
  ].filter((moment) => moment !== null);
  return moments.length > 0 ? new Date(moments.sort()[0]!) : null;
}
