import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import { after, DAY, HOUR } from '#server/infra/clock.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Job } from '#server/infra/tick.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';

const KEY = /^[\x21-\x7e]{8,200}$/;

/** Returns the `Idempotency-Key` header if it is usable, or null. */
export const readKey = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && KEY.test(header) ? header : null;

/** The hash of a request. Two requests have the same hash when their routes and everything sent are equal. */
export const hashRequest = (parts: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(parts, (_name, value) => (typeof value === 'bigint' ? `${value}n` : value)))
    .digest();

interface Request {
  actorId: UserId;
  key: string;
  hash: Buffer;
}

/**
 * Runs `work` once per actor and key, in the transaction that records the key: after a crash both exist or
 * neither. A second request with the key waits for the first (unique index), then gets the first one's reply;
 * if its content differs, it gets 409. A refusal leaves no record, so the same key may be tried again.
 * `encode` turns the result into its stored form, `decode` back.
 */
export async function once<T>(
  db: Database,
  request: Request,
  work: (tx: Tx) => Promise<Outcome<T>>,
  codec: { encode(result: T): unknown; decode(stored: unknown): T },
): Promise<Outcome<T>> {
  return await transact(db, async (tx): Promise<Outcome<T>> => {
    const started = await tx
      .insertInto('idempotency_keys')
      .values({ actor_id: request.actorId, key: request.key, request_hash: request.hash })
      .onConflict((oc) => oc.columns(['actor_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!started) return (await readReply(tx, request, codec.decode))!;
    const result = await work(tx);
    if (isRefusal(result)) return result;
    await tx
      .updateTable('idempotency_keys')
      .set({ reply: JSON.stringify(codec.encode(result)) })
      .where('actor_id', '=', request.actorId)
      .where('key', '=', request.key)
      .execute();
    return result;
  });
}

/**
 * Returns the reply of an earlier request with this key, or null without one. If that request had other
 * content, returns a refusal.
 */
export async function readReply<T>(
  db: Database | Tx,
  request: Request,
  decode: (stored: unknown) => T,
): Promise<Outcome<T> | null> {
  const earlier = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'reply'])
    .where('actor_id', '=', request.actorId)
    .where('key', '=', request.key)
    .executeTakeFirst();
  if (!earlier) return null;
  if (!request.hash.equals(earlier.request_hash)) return refuse('idempotency_key_reused');
  // A restarted primary may show a commit that is on no standby yet. This later commit waits until both are
  // on a standby.
  await sql`select pg_logical_emit_message(true, 'permille', '')`.execute(db);
  return decode(earlier.reply);
}

/**
 * A client that lost the reply retries within minutes; a month covers clients that were switched off
 * meanwhile.
 */
const REMEMBERED_DAYS = 30;

/** Once an hour of real time, deletes keys that no client will send again. */
export function forgetIdempotencyKeys(db: Database): Job {
  let last = 0;
  return {
    name: 'http.forget-idempotency-keys',
    async run() {
      const now = new Date();
      if (now.getTime() - last < HOUR) return;
      last = now.getTime();
      await db
        .deleteFrom('idempotency_keys')
        .where('created_at', '<', after(now, -REMEMBERED_DAYS * DAY))
        .execute();
    },
  };
}
