import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { findClipper } from './queries.ts';

interface Change {
  hostId: AccountId;
  userId: UserId;
  now: Date;
}

/**
 * Blocks a clipper for a host. The lock on the clipper's row orders this with concurrent submissions: the
 * host still decides on clips submitted before the block, and later ones are refused. Idempotent.
 */
export async function blockClipper(
  tx: Tx,
  { hostId, userId, username, now }: Change & { username: string },
): Promise<Outcome<null, 'clipper_not_found'>> {
  const clipperId = await findClipper(tx, username);
  if (!clipperId) return refuse('clipper_not_found', { field: 'username' });
  await tx.selectFrom('accounts').select('id').where('id', '=', clipperId).forNoKeyUpdate().execute();
  const blocked = await tx
    .insertInto('clipper_blocks')
    .values({ host_id: hostId, clipper_id: clipperId, blocked_at: now })
    .onConflict((oc) => oc.doNothing())
    .returning('clipper_id')
    .executeTakeFirst();
  if (blocked) await audit(tx, 'clipper.blocked', { hostId, userId, clipperId, now });
  return null;
}

export async function unblockClipper(
  tx: Tx,
  ask: Change & { clipperId: AccountId },
): Promise<Outcome<null, 'not_found'>> {
  const unblocked = await tx
    .deleteFrom('clipper_blocks')
    .where('host_id', '=', ask.hostId)
    .where('clipper_id', '=', ask.clipperId)
    .returning('clipper_id')
    .executeTakeFirst();
  if (!unblocked) return refuse('not_found');
  await audit(tx, 'clipper.unblocked', ask);
  return null;
}

const audit = (
  tx: Tx,
  action: string,
  { userId, clipperId, now }: Change & { clipperId: AccountId },
): Promise<void> => writeAudit(tx, actBy('host', userId, now), action, 'user', clipperId);
