import { sql } from 'kysely';
import type { UserId } from '#contract/accounts/ids.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { newId } from '#server/infra/id.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

interface Turn {
  adminId: UserId;
  reason: string;
  now: Date;
}

export const pauseIsOpen = sql<boolean>`exists (select from payout_pauses where resumed_at is null)`;

export async function isPaused(db: Database | Tx): Promise<boolean> {
  const { rows } = await sql<{ isPaused: boolean }>`select ${pauseIsOpen} as "isPaused"`.execute(db);
  return rows[0]!.isPaused;
}

/** Returns the current pause with its admin and reason; null if payouts run. */
export async function openPause(db: Database): Promise<{ at: Date; by: string; reason: string } | null> {
  const open = await db
    .selectFrom('payout_pauses as p')
    .innerJoin('users as u', 'u.id', 'p.paused_by')
    .select(['p.paused_at as at', 'u.name as by', 'p.reason'])
    .where('p.resumed_at', 'is', null)
    .executeTakeFirst();
  return open ?? null;
}

/** Pauses payouts: nothing is sent, and requested payouts keep their reserved money. */
export async function pausePayouts(
  tx: Tx,
  { adminId, reason, now }: Turn,
): Promise<Outcome<null, 'changed_meanwhile'>> {
  const paused = await tx
    .insertInto('payout_pauses')
    .values({ id: newId(), paused_at: now, paused_by: adminId, reason })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!paused) return refuse('changed_meanwhile');
  await audit(tx, 'payouts.paused', paused.id, { adminId, reason, now });
  return null;
}

/** Resumes payouts: the jobs then send the waiting ones. */
export async function resumePayouts(
  tx: Tx,
  { adminId, reason, now }: Turn,
): Promise<Outcome<null, 'changed_meanwhile'>> {
  const resumed = await tx
    .updateTable('payout_pauses')
    .set({ resumed_at: now, resumed_by: adminId })
    .where('resumed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!resumed) return refuse('changed_meanwhile');
  await audit(tx, 'payouts.resumed', resumed.id, { adminId, reason, now });
  return null;
}

const audit = (tx: Tx, action: string, subjectId: string, { adminId, reason, now }: Turn): Promise<void> =>
  writeAudit(tx, actBy('admin', adminId, now), action, 'payout_pause', subjectId, { reason });
