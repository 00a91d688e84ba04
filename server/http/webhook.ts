import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { after, DAY } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { sendProblem } from './problem.ts';
import type { Api } from './route.ts';

export type Provider = 'stripe' | 'paypal' | 'tiktok' | 'instagram';

/** The content of a provider's message whose signature is verified. */
export interface ProvedEvent<E> {
  /** The provider's id of the event, equal in every repetition. */
  id: string;
  type: string;
  event: E;
}

export interface Webhook<E> {
  provider: Provider;
  /** The path begins with /webhooks/, because requests below it need no origin: servers send none. */
  path: `/webhooks/${string}`;
  /**
   * Verifies that the provider wrote exactly these bytes recently. Returns null when the message is forged,
   * too old or no event; it is then answered with 400 and not recorded. Runs before the transaction, so it
   * may call the provider.
   */
  prove(raw: Buffer, headers: IncomingHttpHeaders, now: Date): Promise<ProvedEvent<E> | null>;
  /**
   * Applies the event, in the transaction that records its id. Events may arrive late, twice (also under two
   * ids) and out of order, so the effect must be keyed by the object that the event concerns. An error undoes
   * both the effect and the record, and the provider sends the event again.
   */
  take(tx: Tx, event: E, now: Date): Promise<void>;
  /**
   * The reply that the provider expects for an accepted or repeated event; absent: a plain acknowledgement.
   */
  reply?(event: E): object;
}

/** Limit of one message in bytes. A charge with all details is below a tenth of this. */
const BODY_LIMIT_BYTES = 512 * 1024;

/** Registers the URL to which a provider posts its events. */
export function registerWebhookRoute<E>(api: Api, webhook: Webhook<E>): void {
  registerRawRoute(api, { ...webhook, bodyLimit: BODY_LIMIT_BYTES }, async (raw, request, reply) => {
    const now = api.clock.now();
    const proved = await webhook.prove(raw, request.headers, now);
    if (!proved) return sendProblem(reply, 'webhook_refused');
    const taken = await takeOnce(api.db, webhook, proved, raw, now);
    request.log.info({ provider: webhook.provider, eventId: proved.id, type: proved.type, taken }, 'webhook');
    return reply
      .code(200)
      .type('application/json')
      .serializer(JSON.stringify)
      .send(webhook.reply?.(proved.event) ?? { received: true });
  });
}

/**
 * Registers a URL whose messages are verified by a signature of their exact bytes, so that nothing may parse
 * them as JSON first.
 */
export function registerRawRoute(
  api: Api,
  { path, bodyLimit }: { path: `/webhooks/${string}`; bodyLimit: number },
  handle: (raw: Buffer, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  void api.server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(path, (request, reply) =>
      handle(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), request, reply),
    );
  });
}

/**
 * Applies an event once. Returns false if it was already handled. If copies arrive simultaneously, one waits
 * for the other's commit and then returns false.
 */
async function takeOnce<E>(
  db: Database,
  { provider, take }: Webhook<E>,
  { id, type, event }: ProvedEvent<E>,
  raw: Buffer,
  now: Date,
): Promise<boolean> {
  return await transact(db, async (tx) => {
    const first = await tx
      .insertInto('webhook_events')
      .values({
        provider,
        event_id: id,
        type,
        received_at: now,
        payload_hash: createHash('sha256').update(raw).digest(),
      })
      .onConflict((oc) => oc.columns(['provider', 'event_id']).doNothing())
      .returning('event_id')
      .executeTakeFirst();
    if (!first) return false;
    await take(tx, event, now);
    return true;
  });
}

/**
 * Days for which ids of messages are kept. Providers repeat a message for days; an older one is refused by
 * its signature's age or has no second effect.
 */
const REMEMBERED_DAYS = 90;

/** Once a day, deletes the ids of messages that no provider repeats any more. */
export function forgetWebhookEvents(db: Database): Job {
  let next = 0;
  return {
    name: 'http.forget-webhook-events',
    async run(now) {
      if (now.getTime() < next) return;
      next = after(now, DAY).getTime();
      await db
        .deleteFrom('webhook_events')
        .where('received_at', '<', after(now, -REMEMBERED_DAYS * DAY))
        .execute();
    },
  };
}
