import { sql } from 'kysely';
import { idsOf } from '#server/infra/prepared.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { isFundedAgain, resumeFunded } from '#server/modules/listings/listings.ts';
import { accruingOf, clipStates } from './clip-states.ts';

/**
 * Whether no clip of listing `l` waits to be paid. Freed budget first pays waiting clips, in order of
 * approval.
 */
const owesNothing = sql`not exists (
  select 1 from (${clipStates(accruingOf(sql`l.id`))}) c where c.payable_views > c.paid_views)`;

/**
 * Selects exhausted listings (columns of `l`) that have enough money again, from whatever source, and no
 * waiting clips.
 */
export const resumable = sql`
  select l.id from listings l join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id
  where ${isFundedAgain} and ${owesNothing}`;

/**
 * Resumes the listings among these that `resumable` selects. The caller has locked their accounts and paid
 * their clips as far as money sufficed.
 */
export async function resumeListings(tx: Tx, listingIds: readonly string[], now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    ${resumable} and l.id = any(${idsOf(listingIds)})`.execute(tx);
  await resumeFunded(
    tx,
    rows.map(({ id }) => id),
    now,
  );
}
