import { createHash, ECDH } from 'node:crypto';
import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import { PUSH_SUBSCRIPTIONS_MAX } from '#contract/notifications/push-subscriptions.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { outsideUrlFault } from '#server/infra/outside-url.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import type { PushDeps } from './push-deps.ts';

/** The push address of a browser, and the public keys to encrypt for it. */
export interface Target {
  endpoint: string;
  p256dh: string;
  auth: string;
}

interface Wanted extends Target {
  userId: UserId;
  sessionId: string;
  showsDetails?: boolean | undefined;
}

/**
 * Subscribes a person's browser to notifications until the session ends. A client chooses the address, so it
 * is only called through the guard for outside addresses.
 */
export async function subscribe(
  { db, sealer, allowLoopback }: PushDeps,
  { userId, sessionId, showsDetails, ...target }: Wanted,
  now: Date,
): Promise<Outcome<{ id: string }, 'invalid_input'>> {
  const fault = outsideUrlFault(target.endpoint, { allowLoopback });
  if (fault) return refuse('invalid_input', { field: 'endpoint', detail: `The address ${fault}.` });
  if (!isPoint(target.p256dh))
    return refuse('invalid_input', { field: 'p256dh', detail: 'The key must be a point of P-256.' });
  const hash = createHash('sha256').update(target.endpoint).digest();
  const sealed = sealer.seal(JSON.stringify(target));
  const { host } = new URL(target.endpoint);
  return await transact(db, async (tx) => {
    // If another person used the browser before, that person's subscription ends.
    await sql`delete from push_subscriptions where endpoint_hash = ${hash} and user_id <> ${userId}`.execute(
      tx,
    );
    const { rows } = await sql<{ id: string }>`
      insert into push_subscriptions as s
        (id, user_id, session_id, endpoint_hash, sealed, host, shows_details, created_at)
      values (${newId()}, ${userId}, ${sessionId}, ${hash}, ${sealed}, ${host},
        coalesce(${showsDetails ?? null}::boolean,
          (select bool_or(shows_details) from push_subscriptions where session_id = ${sessionId}), false), ${now})
      on conflict (endpoint_hash) do update
        set session_id = excluded.session_id, sealed = excluded.sealed,
          shows_details = ${showsDetails === undefined ? sql`s.shows_details` : sql`excluded.shows_details`}
      returning id`.execute(tx);
    // A session has one subscription: a browser that renewed its subscription does not use the former one.
    await sql`
      delete from push_subscriptions where user_id = ${userId} and id <> ${rows[0]!.id} and (
        session_id = ${sessionId} or id in (
          select id from push_subscriptions where user_id = ${userId}
          order by created_at desc, id desc offset ${PUSH_SUBSCRIPTIONS_MAX}
        )
      )`.execute(tx);
    return { id: rows[0]!.id };
  });
}

function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

export async function unsubscribe(
  db: Database,
  { id, userId }: { id: string; userId: UserId },
): Promise<Outcome<null, 'not_found'>> {
  const removed = await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return removed ? null : refuse('not_found');
}
