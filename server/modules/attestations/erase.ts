import { sql } from 'kysely';
import type { Tx } from '#server/infra/transaction.ts';

/** Forgets what was read in a person's screenshots; whether it fit, and what counted, stays. */
export async function eraseAttestationTexts(tx: Tx, clipperId: string): Promise<void> {
  // Also ends waiting ones, or a result that is being read at this moment would be stored afterwards.
  await sql`
    update view_attestations p set read_text = null, state = case p.state when 'waiting' then 'unreadable' else p.state end
    from submissions s where s.id = p.submission_id and s.clipper_id = ${clipperId}`.execute(tx);
}
