import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { after, DAY } from '#server/infra/clock.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { sendProblem } from './problem.ts';
import type { Api } from './route.ts';

export type Provider = 'stripe' | 'paypal' | 'tiktok' | 'instagram';

/** What a provider's message says of itself, once its signature was proved. */
export interface ProvedEvent<E> {
  /** The provider's id of the event: the same in every repetition. */
  id: string;
  type: string;
  event: E;
}

export interface Webhook<E> {
  provider: Provider;
  /** Begins with /webhooks/: these addresses take messages of servers, which say no origin. */
  path: `/webhooks/${string}`;
  /**
   * Proves that the provider wrote exactly these bytes, lately. null: forged, too old or no event, which is answered
   * 400 and leaves no trace. Runs before the transaction, so it may ask the provider.
   */
  prove(raw: Buffer, headers: IncomingHttpHeaders, now: Date): Promise<ProvedEvent<E> | null>;
  /**
   * The event's effect, in the transaction that records its id. Events come late, twice (also under two ids) and out of
   * order: name effects by the object that they speak of. What it throws undoes both, and the provider sends it again.
   */
  take(tx: Tx, event: E, now: Date): Promise<void>;
  /** What the provider wants to read once the event was taken, now or before; absent: that it came. */
  reply?(event: E): object;
}

/** Bytes of one message: a charge with everything in it is below a tenth of this. */
const BODY_LIMIT_BYTES = 512 * 1024;

/** Registers the address to which a provider posts its events. */
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

/** Registers an address whose messages are proved by a signature of the bytes as they came: nothing reads them as JSON before. */
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

/** false: this event was taken before. Of simultaneous copies one waits for the other's commit and then is that. */
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

/** Providers repeat a message for days; what is older is refused by the age of its signature, or has no effect twice. */
const REMEMBERED_DAYS = 90;

/** Once a day: ids of messages that nobody repeats any more go. */
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
