import { createHmac } from 'node:crypto';
import type { StripeTarget } from '../webhook-targets.ts';
import { nextOpaque, type World } from '../world.ts';
import type { StripeState } from './state.ts';

const MAX_TRIES = 12;
const LATE_MS = 3_600_000;
const GIVE_UP_MS = 5_000;

/** Queues an event for the app according to the delivery mode. */
export function announce(world: World, type: string, object: Record<string, unknown>): void {
  const { stripe } = world.state;
  if (stripe.delivery === 'lost') return;
  const now = world.clock.now();
  const payload = JSON.stringify({
    id: `evt_${nextOpaque(world, 'event', 24)}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(now.getTime() / 1000),
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
    data: { object },
  });
  const dueAt = new Date(now.getTime() + (stripe.delivery === 'late' ? LATE_MS : 0)).toISOString();
  const copies = stripe.delivery === 'duplicated' ? 3 : 1;
  for (let copy = 0; copy < copies; copy++) stripe.deliveries.push({ payload, dueAt, tries: 0 });
}

const sending = new WeakMap<World, Promise<void>>();

/**
 * Sends due events; only one run sends at a time. Sends an event again that the app did not accept, as Stripe
 * does.
 */
export async function deliver(world: World): Promise<void> {
  const before = sending.get(world) ?? Promise.resolve();
  const run = before.then(() => deliverNow(world));
  sending.set(world, run);
  await run;
}

async function deliverNow(world: World): Promise<void> {
  const { stripe } = world.state;
  const now = world.clock.now().toISOString();
  const due = stripe.deliveries.filter(({ dueAt }) => dueAt <= now);
  if (due.length === 0) return;
  if (stripe.delivery === 'reordered') due.reverse();
  for (const one of due) {
    const taken = world.stripeTarget === null || (await post(world, world.stripeTarget, one.payload));
    one.tries += 1;
    if (taken || one.tries >= MAX_TRIES) {
      stripe.deliveries.splice(stripe.deliveries.indexOf(one), 1);
    } else {
      one.dueAt = new Date(world.clock.now().getTime() + 2 ** one.tries * 1000).toISOString();
    }
  }
  await world.save();
}

async function post(world: World, { url, secret }: StripeTarget, payload: string): Promise<boolean> {
  const time = Math.floor(world.clock.now().getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': `t=${time},v1=${signature}`,
      },
      body: payload,
      signal: AbortSignal.timeout(GIVE_UP_MS),
    });
    return reply.ok;
  } catch {
    return false;
  }
}

/** Returns when the next event is due; null when none is scheduled. */
export const nextDelivery = ({ deliveries }: StripeState): string | null =>
  deliveries.map(({ dueAt }) => dueAt).sort()[0] ?? null;
