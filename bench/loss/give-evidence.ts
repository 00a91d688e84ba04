import { sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { ANSWER_HOURS } from './assumptions.ts';
import type { Account } from './people.ts';
import type { LossWorld } from './world.ts';

/**
 * Releases the analytics of owners whom Permille asks for evidence and who give it: their clip was drawn for
 * an audit, or their money waits for proof. The figures are read with the clip's next reading.
 */
export async function giveEvidence(
  { db, clock }: LossWorld,
  accounts: ReadonlyMap<AccountId, Account>,
): Promise<void> {
  const askedBefore = after(clock.now(), -ANSWER_HOURS * HOUR);
  const audited = await sql<{ clipper_id: AccountId }>`
    select distinct t.clipper_id from clip_audits a join fraud_holds h on h.id = a.fraud_hold_id
    join clip_tracking t on t.submission_id = a.submission_id
    where h.state in ('open', 'escalated') and a.opened_at <= ${askedBefore}`.execute(db);
  const asked = new Set(audited.rows.map((row) => row.clipper_id));
  for (const [clipperId, account] of accounts) {
    const { answers, waitsSince } = account;
    if (account.isReleasing || !answers.givesEvidence) continue;
    if (!asked.has(clipperId) && !(waitsSince && waitsSince <= askedBefore)) continue;
    account.isReleasing = true;
    await db
      .updateTable('connections')
      .set({ analytics_released_at: clock.now() })
      .where('id', '=', account.connectionId)
      .execute();
  }
}
