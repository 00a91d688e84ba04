import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { VERIFIED_RECORDS_MAX } from '#contract/verified-records.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';

interface Share {
  clipperId: AccountId;
  userId: UserId;
  sharesEarnings: boolean;
  days: number;
  now: Date;
}

export async function shareRecord(
  tx: Tx,
  { clipperId, userId, sharesEarnings, days, now }: Share,
): Promise<Outcome<{ id: string }, 'username_required' | 'verified_records_full'>> {
  // The lock makes two simultaneous requests count one after the other.
  await tx.selectFrom('accounts').select('id').where('id', '=', clipperId).forUpdate().execute();
  const profile = await tx
    .selectFrom('profiles')
    .select('username')
    .where('user_id', '=', clipperId)
    .executeTakeFirst();
  if (!profile?.username) return refuse('username_required');
  const { records } = await tx
    .selectFrom('verified_records')
    .select((eb) => eb.fn.countAll<bigint>().as('records'))
    .where('clipper_id', '=', clipperId)
    .executeTakeFirstOrThrow();
  if (records >= VERIFIED_RECORDS_MAX) return refuse('verified_records_full');
  const id = newId();
  await tx
    .insertInto('verified_records')
    .values({
      id,
      clipper_id: clipperId,
      shares_earnings: sharesEarnings,
      created_at: now,
      expires_at: after(now, days * DAY),
    })
    .execute();
  await writeAudit(tx, actBy('clipper', userId, now), 'verified_record.shared', 'verified_record', id);
  return { id };
}

/** Ends a record by deleting its row, without which its signed tokens are not accepted. */
export async function endRecord(
  tx: Tx,
  { clipperId, userId, id, now }: { clipperId: AccountId; userId: UserId; id: string; now: Date },
): Promise<Outcome<null, 'not_found'>> {
  const ended = await tx
    .deleteFrom('verified_records')
    .where('id', '=', id)
    .where('clipper_id', '=', clipperId)
    .returning('id')
    .executeTakeFirst();
  if (!ended) return refuse('not_found');
  await writeAudit(tx, actBy('clipper', userId, now), 'verified_record.ended', 'verified_record', id);
  return null;
}
