import { sql } from 'kysely';
import type { Database, Tx } from './transaction.ts';

export type SuppressionReason = 'bounce' | 'complaint';

export interface Suppression {
  reason: SuppressionReason;
  /** What the server of the address, or a report, said. */
  detail: string;
  suppressedAt: Date;
}

/**
 * Ends mails to an address. True when they had not ended before; a bounce counts more than a complaint, for it ends all of
 * them.
 */
export async function suppress(
  tx: Tx,
  address: string,
  { reason, detail, suppressedAt }: Suppression,
): Promise<boolean> {
  const { rows } = await sql`
    insert into mail_suppressions (address, reason, detail, suppressed_at)
    values (${address.toLowerCase()}, ${reason}, ${detail.slice(0, 500)}, ${suppressedAt})
    on conflict (address) do update
      set reason = excluded.reason, detail = excluded.detail, suppressed_at = excluded.suppressed_at
      where mail_suppressions.reason = 'complaint' and excluded.reason = 'bounce'
    returning address`.execute(tx);
  return rows.length > 0;
}

/** Why an address gets no mails; null when it gets them. */
export async function suppressionOf(db: Database | Tx, address: string): Promise<Suppression | null> {
  const row = await db
    .selectFrom('mail_suppressions')
    .select(['reason', 'detail', 'suppressed_at as suppressedAt'])
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst();
  return row ? { ...row, reason: row.reason as SuppressionReason } : null;
}

/** Its reader has shown that mails arrive. */
export async function liftSuppression(tx: Tx | Database, address: string): Promise<void> {
  await tx.deleteFrom('mail_suppressions').where('address', '=', address.toLowerCase()).execute();
}

/**
 * Notes what was reported of a mail, and ends mails to its address. Null when no such mail left lately, or it was noted: a report may come from
 * anyone who can write a mail, but none of them knows the id of another one's.
 */
export async function noteReport(
  tx: Tx,
  { reason, mailId, detail }: { reason: SuppressionReason; mailId: string; detail: string },
  now: Date,
): Promise<{ address: string; isNew: boolean } | null> {
  const mail = await tx
    .updateTable('outbound_emails')
    .set({ refused_at: now })
    .where('id', '=', mailId)
    .where('state', '=', 'sent')
    // Reported again, it says nothing new: the address may have been confirmed meanwhile.
    .where('refused_at', 'is', null)
    .returning('to_address')
    .executeTakeFirst();
  if (!mail) return null;
  const address = mail.to_address;
  return { address, isNew: await suppress(tx, address, { reason, detail, suppressedAt: now }) };
}
