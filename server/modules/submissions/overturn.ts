import { sql } from 'kysely';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';

/**
 * Approves a rejected clip after a successful appeal. It is tracked like any approved clip, except if its listing
 * was removed. Refuses if its post already counts in another submission.
 */
export async function overturnRejection(
  tx: Tx,
  { submissionId, now }: { submissionId: string; now: Date },
): Promise<Outcome<null, 'appeal_state' | 'appeal_post_in_use'>> {
  const used = await sql`
    select from submissions s join submissions other on other.platform = s.platform and other.post_id = s.post_id
    where s.id = ${submissionId} and other.id <> s.id and other.status in ('pending', 'approved')`.execute(
    tx,
  );
  if (used.rows.length > 0) return refuse('appeal_post_in_use');
  const { rows } = await sql`
    update submissions s set status = 'approved', approved_how = 'appeal', approved_at = ${now},
      tracking_until = case when l.state = 'removed' then ${now}::timestamptz
        else ${now}::timestamptz + v.tracking_days * interval '1 day' end
    from listing_versions v, listings l
    where s.id = ${submissionId} and s.status = 'rejected' and l.id = s.listing_id
      and v.listing_id = s.listing_id and v.version = s.listing_version
    returning s.id`.execute(tx);
  return rows.length === 0 ? refuse('appeal_state') : null;
}
