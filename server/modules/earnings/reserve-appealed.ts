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

/** The amount of a clip that is on hold or under appeal. */
interface Stake {
  wantedMicros: Micros;
  /** The part of it that its listing has reserved. */
  reservedMicros: Micros;
  /** Whether reserve and free budget together are less than the amount. */
  isShort: boolean;
}

/** Returns what is at stake of each of these clips, by id. Clips of which nothing is at stake are absent. */
export async function stakesOf(db: Database, submissionIds: readonly string[]): Promise<Map<string, Stake>> {
  const { rows } = await sql<{ id: string; wanted: bigint; reserved: bigint; free: bigint }>`
    select c.submission_id as id, ${contestedMicros} as wanted, ${contestedReserve} as reserved,
      coalesce((select a.balance_micros from ledger_accounts a where a.kind = 'listing' and a.owner_id = c.listing_id), 0) as free
    from (${clipStates(sql`e.submission_id = any(${submissionIds}::uuid[])`)}) c
    where c.is_appealed and not c.is_appeal_over or c.is_on_hold`.execute(db);
  return new Map(
    rows.map(({ id, wanted, reserved, free }) => [
      id,
      { wantedMicros: micros(wanted), reservedMicros: micros(reserved), isShort: reserved + free < wanted },
    ]),
  );
}

/** Returns what is at stake of one clip; null if nothing is. */
export const atStake = async (db: Database, submissionId: string): Promise<Stake | null> =>
  (await stakesOf(db, [submissionId])).get(submissionId) ?? null;
