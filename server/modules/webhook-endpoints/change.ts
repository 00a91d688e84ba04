import type { MemberRole } from '#contract/accounts/accounts.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import type { EndpointAct, EndpointsDeps } from './endpoints-deps.ts';
import { takenOnce } from './keep-endpoint.ts';
import { unfitEndpoint } from './rules.ts';

type Refused = 'not_found' | 'invalid_input' | 'webhook_endpoint_exists';

/** Changes an endpoint's address or events. Waiting deliveries are sent to the new address. */
export async function changeEndpoint(
  { db, allowLoopback }: EndpointsDeps,
  { endpointId, ownerId, userId, now }: EndpointAct,
  { role, url, kinds }: { role: MemberRole; url: string; kinds: readonly string[] },
): Promise<Outcome<null, Refused>> {
  const changed = transact(db, async (tx) => {
    const own = await tx
      .updateTable('webhook_endpoints')
      .set({ url, kinds: [...new Set(kinds)] })
      .where('id', '=', endpointId)
      .where('owner_id', '=', ownerId)
      .where('format', '=', 'standard')
      .returning('id')
      .executeTakeFirst();
    if (!own) return refuse('not_found');
    // The change is validated after the update, so that only the owner learns what is invalid; the refusal
    // rolls the update back.
    const unfit = unfitEndpoint({ url, kinds }, role, { allowLoopback });
    if (isRefusal(unfit)) return unfit;
    const act = actBy(role, userId, now);
    await writeAudit(tx, act, 'webhook_endpoint.changed', 'webhook_endpoint', endpointId);
    return null;
  });
  return await takenOnce(changed);
}
