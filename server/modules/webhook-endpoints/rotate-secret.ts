import { sql } from 'kysely';
import type { MemberRole } from '#contract/accounts/accounts.ts';
import { WEBHOOK_SECRET_OVERLAP_HOURS } from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import type { EndpointAct, EndpointsDeps } from './endpoints-deps.ts';
import { makeSecret } from './make-secret.ts';

/**
 * Creates a new secret. Messages are also signed with the previous secret for a day; older secrets end at
 * once.
 */
export async function rotateSecret(
  { db, sealer }: EndpointsDeps,
  { endpointId, ownerId, userId, now }: EndpointAct,
  role: MemberRole,
): Promise<Outcome<{ secret: string; previousSecretUntil: Date }, 'not_found'>> {
  const secret = makeSecret();
  const previousSecretUntil = after(now, WEBHOOK_SECRET_OVERLAP_HOURS * HOUR);
  return await transact(db, async (tx) => {
    const rotated = await tx
      .updateTable('webhook_endpoints')
      .set({
        previous_secret_sealed: sql.ref('secret_sealed'),
        previous_secret_until: previousSecretUntil,
        secret_sealed: sealer.seal(secret),
      })
      .where('id', '=', endpointId)
      .where('owner_id', '=', ownerId)
      .where('format', '=', 'standard')
      .returning('id')
      .executeTakeFirst();
    if (!rotated) return refuse('not_found');
    const act = actBy(role, userId, now);
    await writeAudit(tx, act, 'webhook_endpoint.secret_rotated', 'webhook_endpoint', endpointId);
    return { secret, previousSecretUntil };
  });
}
