import type { AccountId } from '#contract/accounts/ids.ts';
import { WEBHOOK_TEST_KIND } from '#contract/webhook-endpoints/webhook-kinds.ts';
import { systemClock } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import type { EndpointAct } from './endpoints-deps.ts';

type Refused = 'not_found' | 'webhook_endpoint_off';

/**
 * Sends an event again at once under the same id, with a new set of attempts, even if it still waits or was
 * delivered. An attempt that is running continues, but its outcome is not stored.
 */
export async function replayDelivery(
  db: Database,
  { deliveryId, ownerId, now }: { deliveryId: string; ownerId: AccountId; now: Date },
): Promise<Outcome<null, Refused>> {
  return await transact(db, async (tx) => {
    const found = await tx
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
      .select(['e.id', 'e.state'])
      .where('d.id', '=', deliveryId)
      .where('e.owner_id', '=', ownerId)
      .executeTakeFirst();
    if (!found) return refuse('not_found');
    if (found.state === 'disabled') return refuse('webhook_endpoint_off');
    await tx
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting', attempts: 0, next_attempt_at: now, lease_id: null, leased_until: null })
      .where('id', '=', deliveryId)
      .execute();
    await resume(tx, found.id);
    return null;
  });
}

/** Sends an event without content, so that a person can test their endpoint. */
export async function sendTestEvent(
  db: Database,
  { endpointId, ownerId, now }: EndpointAct,
): Promise<Outcome<null, Refused>> {
  return await transact(db, async (tx) => {
    const endpoint = await tx
      .selectFrom('webhook_endpoints')
      .select('state')
      .where('id', '=', endpointId)
      .where('owner_id', '=', ownerId)
      .executeTakeFirst();
    if (!endpoint) return refuse('not_found');
    if (endpoint.state === 'disabled') return refuse('webhook_endpoint_off');
    await writeTestEvent(tx, endpointId, now);
    await resume(tx, endpointId);
    return null;
  });
}

export async function writeTestEvent(tx: Tx, endpointId: string, now: Date): Promise<void> {
  const times = { occurred_at: systemClock.now(), created_at: now, next_attempt_at: now };
  await tx
    .insertInto('webhook_deliveries')
    .values({ endpoint_id: endpointId, event_id: newId(), kind: WEBHOOK_TEST_KIND, ...times })
    .execute();
}

/** Ends the pause after a failure, because a person asked for an attempt now. */
const resume = (tx: Tx, endpointId: string) =>
  tx.updateTable('webhook_endpoints').set({ paused_until: null }).where('id', '=', endpointId).execute();
