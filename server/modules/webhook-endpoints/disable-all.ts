import { sql } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { actBy, type Doer, writeAudit } from '#server/infra/audit.ts';
import type { Sealer } from '#server/infra/seal.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { makeSecret } from './make-secret.ts';
import { countFormats, type FormatCounts } from './queries.ts';

/**
 * Disables all endpoints of a person whose account another person may have used. Server endpoints get new
 * secrets, because that other person may have read the old ones and could sign events with them. Returns the
 * number of endpoints, including those that were already disabled.
 */
export async function disableEndpointsOf(
  tx: Tx,
  sealer: Sealer,
  { accountId, userId, by }: { accountId: AccountId; userId: UserId; by: Doer['actorKind'] | null },
  now: Date,
): Promise<FormatCounts> {
  const own = await tx
    .selectFrom('webhook_endpoints')
    .select(['id', 'format'])
    .where('owner_id', '=', accountId)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, format } of own) {
    await tx
      .updateTable('webhook_endpoints')
      .set({
        state: 'disabled',
        disabled_reason: sql`coalesce(disabled_reason, 'owner')`,
        // The secret of a Discord channel stays: it is the token in the channel's address, which Discord
        // issued.
        ...(format === 'standard' && {
          secret_sealed: sealer.seal(makeSecret()),
          previous_secret_sealed: null,
          previous_secret_until: null,
        }),
      })
      .where('id', '=', id)
      .execute();
    await writeAudit(tx, actBy(by, userId, now), 'webhook_endpoint.disabled', 'webhook_endpoint', id);
  }
  return countFormats(own);
}
