import { sql } from 'kysely';
import type { Database, Tx } from './transaction.ts';

export type SuppressionReason = 'bounce' | 'complaint';

export interface Suppression {
  reason: SuppressionReason;
  /** The answer of the address's mail server, or the text of the report. */
  detail: string;
  suppressedAt: Date;
}

/**
 * Ends mails to an address. Returns false if they had already ended. A bounce replaces a complaint, because a
 * bounce ends all mails.
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

/** Allows mails to an address again, after its reader has shown that mails arrive. */
export async function liftSuppression(tx: Tx | Database, address: string): Promise<void> {
  await tx.deleteFrom('mail_suppressions').where('address', '=', address.toLowerCase()).execute();
}

/**
 * Records a report about a mail and ends mails to its address. Returns null when no such mail was sent
 * lately, or a report about it was already recorded. Anyone who can write a mail can send a report, but
 * nobody knows the id of another person's mail.
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
    // A repeated report is ignored, because the address may have been confirmed since the first report.
    .where('refused_at', 'is', null)
    .returning('to_address')
    .executeTakeFirst();
  if (!mail) return null;
  const address = mail.to_address;
  return { address, isNew: await suppress(tx, address, { reason, detail, suppressedAt: now }) };
}
