import { sql } from 'kysely';
import { type Micros, micros } from '#contract/money.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import { clipMaximum } from '#server/modules/submissions/submissions.ts';
import { clipStates, contestedMicros, contestedReserve } from './clip-states.ts';

/**
 * Makes the next settlements reserve the possible earnings of a rejected clip, as far as its listing has free
 * money.
 */
export async function reserveAppealed(tx: Tx, submissionId: string, now: Date): Promise<void> {
  await sql`
    insert into clip_earnings (submission_id, listing_id, clipper_id, approved_at, rate_micros_per_view, min_views,
      max_payout_micros, reserves, state)
    select s.id, s.listing_id, s.clipper_id, ${now}, v.rate_cents_per_mille::bigint * 10, v.min_views,
      ${clipMaximum}, v.allocation = 'reserved', 'appealed'
    from submissions s
    join clip_tracking t on t.submission_id = s.id
    join listing_versions v on v.listing_id = s.listing_id and v.version = s.listing_version
    where s.id = ${submissionId}
    on conflict (submission_id) do nothing`.execute(tx);
}

/**
 * Accepts the appeal of a rejected clip. The clip earns as if it were approved now, from its reserve first.
 */
export async function acceptAppealed(tx: Tx, submissionId: string): Promise<void> {
  await sql`
    update clip_earnings e set state = 'accruing', approved_at = s.approved_at
    from submissions s
    where e.submission_id = ${submissionId} and s.id = e.submission_id and s.status = 'approved'
      and e.state = 'appealed'`.execute(tx);
}

/**
 * Reopens a finished clip whose views are on hold again, so that it may earn again. The caller has locked its
 * listing's account.
 */
export async function reopenEarnings(tx: Tx, submissionId: string): Promise<void> {
  await tx
    .updateTable('clip_earnings')
    .set({ state: 'accruing' })
    .where('submission_id', '=', submissionId)
    .where('state', '=', 'finished')
    .execute();
}

/**
 * Returns the amount of a clip that is on hold or under appeal, and the reserved part of that amount; null if
 * nothing is.
 */
export async function atStake(
  db: Database,
  submissionId: string,
): Promise<{ wantedMicros: Micros; reservedMicros: Micros; isShort: boolean } | null> {
  const { rows } = await sql<{ wanted: bigint; reserved: bigint; free: bigint }>`
    select ${contestedMicros} as wanted, ${contestedReserve} as reserved,
      coalesce((select a.balance_micros from ledger_accounts a where a.kind = 'listing' and a.owner_id = c.listing_id), 0) as free
    from (${clipStates(sql`e.submission_id = ${submissionId}`)}) c
    where c.is_appealed and not c.is_appeal_over or c.is_on_hold`.execute(db);
  const found = rows[0];
  if (!found) return null;
  const { wanted, reserved, free } = found;
  return {
    wantedMicros: micros(wanted),
    reservedMicros: micros(reserved),
    isShort: reserved + free < wanted,
  };
}
