import type { MemberRole } from '#contract/accounts.ts';
import { WEBHOOK_ENDPOINTS_MAX } from '#contract/webhook-endpoints.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import { transact, violates } from '#server/infra/transaction.ts';
import { notify } from '#server/modules/notifications/notifications.ts';
import type { EndpointsDeps } from './endpoints-deps.ts';
import { makeSecret } from './make-secret.ts';
import { addedNotice } from './notices.ts';
import { unfitEndpoint } from './rules.ts';

interface NewEndpoint {
  ownerId: string;
  role: MemberRole;
  url: string;
  kinds: readonly string[];
  now: Date;
}

type Refused = 'invalid_input' | 'webhook_endpoints_full' | 'webhook_endpoint_exists';

/** Keeps an endpoint, which gets what happens from now on; the secret is given out here and never again. */
export async function createEndpoint(
  { db, sealer, allowLoopback }: EndpointsDeps,
  { ownerId, role, url, kinds, now }: NewEndpoint,
): Promise<Outcome<{ id: string; secret: string }, Refused>> {
  const unfit = unfitEndpoint({ url, kinds }, role, { allowLoopback });
  if (isRefusal(unfit)) return unfit;
  const [id, secret] = [newId(), makeSecret()];
  try {
    return await transact(db, async (tx) => {
      // Two requests at once count one after the other.
      await tx.selectFrom('users').select('id').where('id', '=', ownerId).forUpdate().execute();
      const { endpoints } = await tx
        .selectFrom('webhook_endpoints')
        .select((eb) => eb.fn.countAll<bigint>().as('endpoints'))
        .where('owner_id', '=', ownerId)
        .executeTakeFirstOrThrow();
      if (endpoints >= WEBHOOK_ENDPOINTS_MAX) return refuse('webhook_endpoints_full');
      const chosen = [...new Set(kinds)];
      await tx
        .insertInto('webhook_endpoints')
        .values({
          id,
          owner_id: ownerId,
          url,
          kinds: chosen,
          secret_sealed: sealer.seal(secret),
          created_at: now,
        })
        .execute();
      await writeAudit(tx, actBy(role, ownerId, now), 'webhook_endpoint.created', 'webhook_endpoint', id);
      await notify(tx, addedNotice({ ownerId, role, url }), now);
      return { id, secret };
    });
  } catch (error) {
    if (violates(error, 'webhook_endpoints_one_per_url')) return refuse('webhook_endpoint_exists');
    throw error;
  }
}
