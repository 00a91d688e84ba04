import { sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';

/** Returns the facts about a clip's open hold that only admins read. */
export async function openHold(
  db: Database,
  submissionId: string,
): Promise<{ fraudHoldId: string | null; identity: string | null }> {
  const { rows } = await sql<{ fraudHoldId: string; identity: string | null }>`
    select h.id as "fraudHoldId", matched.evidence as identity
    from fraud_holds h left join identity_matches matched on matched.id = h.identity_match_id
    where h.submission_id = ${submissionId} and h.state in ('open', 'escalated')`.execute(db);
  return rows[0] ?? { fraudHoldId: null, identity: null };
}
