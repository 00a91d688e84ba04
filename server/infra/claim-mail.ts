import { after, MINUTE } from './clock.ts';
import type { Database } from './transaction.ts';

/**
 * If a mail's sender died, the mail is sent again after this time, which is longer than one sending may take.
 */
export const LEASE_MS = 5 * MINUTE;

export interface ClaimedMail {
  id: string;
  to_address: string;
  subject: string;
  body_text: string;
  button_labels: string[];
  unsubscribe_url: string | null;
  unsubscribe_about: string | null;
  asked_for: boolean;
  attempts: number;
}

const claimed = [
  'outbound_emails.id',
  'to_address',
  'subject',
  'body_text',
  'button_labels',
  'unsubscribe_url',
  'unsubscribe_about',
  'asked_for',
  'attempts',
] as const;

/**
 * Claims the mail that waited longest. The claim ends after the lease, so that no transaction is open during
 * SMTP.
 */
export async function claimMail(db: Database, now: Date): Promise<ClaimedMail | undefined> {
  return await db
    .with('due', (q) =>
      q
        .selectFrom('outbound_emails')
        .select('id')
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('outbound_emails')
    .from('due')
    .whereRef('outbound_emails.id', '=', 'due.id')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: after(now, LEASE_MS) }))
    .returning(claimed)
    .executeTakeFirst();
}
