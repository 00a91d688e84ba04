import type { MemberRole } from '#contract/accounts/accounts.ts';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { WEBHOOK_ENDPOINTS_MAX } from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Tx, transact, violates } from '#server/infra/transaction.ts';
import { lockAccount } from '#server/modules/accounts/accounts.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import type { EndpointsDeps } from './endpoints-deps.ts';
import { addedNotice } from './notices.ts';

interface KeptEndpoint {
  ownerId: AccountId;
  userId: UserId;
  sessionId: string;
  role: MemberRole;
  format: 'standard' | 'discord';
  name: string | null;
  url: string;
  kinds: readonly string[];
  secret: string;
  now: Date;
}

type Refused = 'unauthenticated' | 'webhook_endpoints_full' | 'webhook_endpoint_exists';

/** Stores an endpoint and notifies its owner. The endpoint gets events that occur from now on. */
export async function keepEndpoint(
  { db, sealer }: Pick<EndpointsDeps, 'db' | 'sealer'>,
  { ownerId, userId, sessionId, role, format, name, url, kinds, secret, now }: KeptEndpoint,
  also: (tx: Tx, id: string) => Promise<unknown> = async () => undefined,
): Promise<Outcome<{ id: string }, Refused>> {
  const id = newId();
  const added = transact(db, async (tx) => {
    // Under the lock, the second of two simultaneous requests counts the endpoint of the first.
    if (!(await lockAccount(tx, { userId, accountId: ownerId, sessionId }))) return refuse('unauthenticated');
    const { endpoints } = await tx
      .selectFrom('webhook_endpoints')
      .select((eb) => eb.fn.countAll<bigint>().as('endpoints'))
      .where('owner_id', '=', ownerId)
      .where('format', '=', format)
      .executeTakeFirstOrThrow();
    if (endpoints >= WEBHOOK_ENDPOINTS_MAX) return refuse('webhook_endpoints_full');
    const shown = { id, owner_id: ownerId, format, name, url, kinds: [...new Set(kinds)], created_at: now };
    await tx
      .insertInto('webhook_endpoints')
      .values({ ...shown, secret_sealed: sealer.seal(secret) })
      .execute();
    await writeAudit(tx, actBy(role, userId, now), 'webhook_endpoint.created', 'webhook_endpoint', id);
    await notify(tx, addedNotice({ ownerId, role, url, name }), now);
    await also(tx, id);
    return { id };
  });
  return await takenOnce(added);
}

/** Refuses a change that gives an endpoint the address of another endpoint of the same person. */
export async function takenOnce<T>(
  change: Promise<T>,
): Promise<T | Outcome<never, 'webhook_endpoint_exists'>> {
  try {
    return await change;
  } catch (error) {
    if (violates(error, 'webhook_endpoints_one_per_url')) return refuse('webhook_endpoint_exists');
    throw error;
  }
}
