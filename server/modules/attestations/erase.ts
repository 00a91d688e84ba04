import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import type { Tx } from '#server/infra/transaction.ts';

/** Erases the text read from a person's screenshots. The match results and the counts stay. */
export async function eraseAttestationTexts(tx: Tx, clipperId: AccountId): Promise<void> {
  // Waiting screenshots become unreadable; otherwise a reading under way would store its text afterwards.
  await sql`
    update view_attestations p set read_text = null, state = case p.state when 'waiting' then 'unreadable' else p.state end
    from submissions s where s.id = p.submission_id and s.clipper_id = ${clipperId}`.execute(tx);
}
