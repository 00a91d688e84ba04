import { sql } from 'kysely';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { lockAccount } from '#server/modules/accounts/accounts.ts';
import type { EndpointAct } from './endpoints-deps.ts';

/** Disables an endpoint. Its waiting deliveries stay until it is enabled again. */
export const disableEndpoint = (db: Database, act: EndpointAct, role: MemberRole) =>
  change(db, act, role, 'webhook_endpoint.disabled', (tx) =>
    tx
      .updateTable('webhook_endpoints')
      .set({ state: 'disabled', disabled_reason: 'owner' })
      .where('state', '=', 'enabled')
      .where('id', '=', act.endpointId)
      .execute(),
  );

export const ON = {
  state: 'enabled' as const,
  disabled_reason: null,
  consecutive_failures: 0,
  paused_until: null,
  listens_from: sql<string>`pg_current_snapshot()`,
};

/** Enables an endpoint. It gets its waiting deliveries, and events that occur from now on. */
export const enableEndpoint = (db: Database, act: EndpointAct, role: MemberRole) =>
  change(db, act, role, 'webhook_endpoint.enabled', (tx) =>
    tx
      .updateTable('webhook_endpoints')
      .set(ON)
      .where('state', '=', 'disabled')
      .where('id', '=', act.endpointId)
      .execute(),
  );

/** Removes an endpoint with its log. */
export const removeEndpoint = (db: Database, act: EndpointAct, role: MemberRole) =>
  change(db, act, role, 'webhook_endpoint.removed', (tx) =>
    tx.deleteFrom('webhook_endpoints').where('id', '=', act.endpointId).execute(),
  );

/** Changes an endpoint of this person by `write`, and writes a row to the audit log. */
async function change(
  db: Database,
  { endpointId, ownerId, userId, sessionId, now }: EndpointAct,
  role: MemberRole,
  action: string,
  write: (tx: Tx) => Promise<unknown>,
): Promise<Outcome<null, 'not_found' | 'unauthenticated'>> {
  return await transact(db, async (tx) => {
    if (!(await lockAccount(tx, { userId, accountId: ownerId, sessionId }))) return refuse('unauthenticated');
    const own = await tx
      .selectFrom('webhook_endpoints')
      .select('id')
      .where('id', '=', endpointId)
      .where('owner_id', '=', ownerId)
      .forUpdate()
      .executeTakeFirst();
    if (!own) return refuse('not_found');
    await write(tx);
    await writeAudit(tx, actBy(role, userId, now), action, 'webhook_endpoint', endpointId);
    return null;
  });
}
