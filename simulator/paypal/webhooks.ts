import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { selfSigned } from '../servers/certificate.ts';
import { nextOpaque, type World } from '../world.ts';
import { itemBody } from './items.ts';
import type { ItemState, PaypalBatch, PaypalItem, PaypalStep } from './state.ts';

const EVERY_MS = 300;
const MOST_TRIES = 8;

export interface PaypalWebhook {
  /** The URL of the app that receives webhooks. */
  url: string;
  /** The webhook id, which is part of the signed text. */
  id: string;
}

const eventTypes: Record<Exclude<ItemState, 'PENDING'>, string> = {
  SUCCESS: 'SUCCEEDED',
  ONHOLD: 'HELD',
  UNCLAIMED: 'UNCLAIMED',
  FAILED: 'FAILED',
  BLOCKED: 'BLOCKED',
  RETURNED: 'RETURNED',
  REFUNDED: 'REFUNDED',
  // PayPal sends no webhook for a reversal. It appears only when the item is read.
  REVERSED: '',
};

interface Due {
  batch: PaypalBatch;
  item: PaypalItem;
  step: PaypalStep;
}

export interface Signature {
  privateKey: KeyObject;
  certificateUrl: string;
  webhookId: string;
  transmission: string;
  time: Date;
}

/** Returns the headers that sign this body. */
export function signedHeaders(body: string, by: Signature): Record<string, string> {
  const time = by.time.toISOString();
  const message = `${by.transmission}|${time}|${by.webhookId}|${crc32(Buffer.from(body))}`;
  return {
    'content-type': 'application/json',
    'paypal-transmission-id': by.transmission,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': sign('sha256', Buffer.from(message), by.privateKey).toString('base64'),
    'paypal-cert-url': by.certificateUrl,
    'paypal-auth-algo': 'SHA256withRSA',
  };
}

let made: ReturnType<typeof selfSigned> | undefined;

/** The key is made for the first message, because making it takes a third of the server's start time. */
const signer = () => (made ??= selfSigned('messageverificationcerts.paypal.simulated'));

/**
 * Sends signed webhooks about items to the app, now and whenever the clock moves. Returns a function that
 * stops this.
 */
export function sendPaypalEvents(
  app: FastifyInstance,
  world: World,
  base: string,
  { webhook, linkBase }: { webhook: PaypalWebhook; linkBase: () => string },
): () => Promise<void> {
  const certificate = `${base}/v1/notifications/certs/CERT-${randomBytes(8).toString('hex')}`;
  app.get(certificate, (_request, reply) => reply.type('application/x-pem-file').send(signer().pem));

  const deliver = async ({ batch, item, step }: Due): Promise<void> => {
    const body = JSON.stringify(eventOf(batch, item, step));
    const reply = await fetch(webhook.url, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(5_000),
      headers: signedHeaders(body, {
        privateKey: signer().privateKey,
        certificateUrl: `${linkBase().slice(0, -base.length)}${certificate}`,
        webhookId: webhook.id,
        transmission: nextOpaque(world, 'paypal transmission', 36).toLowerCase(),
        time: world.clock.now(),
      }),
    }).catch(() => null);
    if (reply?.ok) step.tried = null;
    else step.tried = (step.tried ?? 0) + 1;
    await reply?.body?.cancel();
  };

  const round = async (): Promise<void> => {
    const due = dueMessages(world);
    if (due.length === 0) return;
    const mode = world.state.paypal.webhooks;
    for (const one of mode === 'reversed' ? due.toReversed() : due) {
      if (mode === 'lost') one.step.tried = null;
      else await deliver(one);
      if (mode === 'twice') await deliver(one);
    }
    await world.save();
  };

  let running: Promise<void> = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = round()
      .catch(() => undefined)
      .finally(() => (busy = false));
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Returns the events that are not yet sent, in order. */
function dueMessages(world: World): Due[] {
  const now = world.clock.now().toISOString();
  return world.state.paypal.batches
    .flatMap((batch) => batch.items.flatMap((item) => item.steps.map((step) => ({ batch, item, step }))))
    .filter(
      ({ step }) =>
        step.at <= now &&
        step.state !== 'PENDING' &&
        step.state !== 'REVERSED' &&
        step.tried !== null &&
        step.tried < MOST_TRIES,
    )
    .toSorted((a, b) => a.step.at.localeCompare(b.step.at));
}

/** Returns the webhook of a step, with the same id each time it is sent. */
function eventOf(batch: PaypalBatch, item: PaypalItem, step: PaypalStep): object {
  const type = step.state === 'PENDING' ? 'HELD' : eventTypes[step.state];
  return {
    id: `WH-${createHash('sha256').update(`${item.id} ${step.at} ${step.state}`).digest('hex').slice(0, 32).toUpperCase()}`,
    create_time: step.at,
    resource_type: 'payouts_item',
    event_type: `PAYMENT.PAYOUTS-ITEM.${type}`,
    summary: `A payout item is ${step.state.toLowerCase()}`,
    resource: itemBody(batch, item, step),
    links: [],
  };
}

/** Returns every webhook so far about the item with this sender item id. */
export function eventsAbout(world: World, senderItemId: string): object[] {
  const now = world.clock.now().toISOString();
  return world.state.paypal.batches.flatMap((batch) =>
    batch.items
      .filter((item) => item.senderItemId === senderItemId)
      .flatMap((item) =>
        item.steps
          .filter(({ at, state }) => at <= now && state !== 'PENDING')
          .map((step) => eventOf(batch, item, step)),
      ),
  );
}
