import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '#contract/accounts/ids.ts';
import { formatUsd, type Micros, micros, splitCents, ZERO_MICROS } from '#contract/money.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import {
  waitingAccruals as seasoningAccruals,
  waitingReasons as seasoningReasons,
  type Unseasoned,
  unseasonedOfAll,
} from '#server/modules/deposits/deposits.ts';
import { unprovenAccruals } from '#server/modules/proofs/proofs.ts';

/** The released earnings of a clipper that may not be paid out yet. */
export interface Waiting {
  clipperId: AccountId;
  amountMicros: Micros;
  /** Of this amount, the part that waits for a card deposit. */
  seasoning: Unseasoned | null;
  /** Of this amount, the part that waits only for proof of its views. */
  unprovenMicros: Micros;
}

/**
 * SQL rows (clipper_id, submission_id, entry_id, waiting_micros, unproven_micros): the part of each accrual
 * that waits, for a card deposit or for proof. Micro-dollars that wait for both are counted once.
 */
export async function waitingRows(
  db: Database | Tx,
  clipperIds: readonly AccountId[],
  now: Date,
): Promise<RawBuilder<unknown>> {
  const seasoning = await seasoningAccruals(db, now, clipperIds.length === 1 ? clipperIds[0]! : null);
  return sql`
    select coalesce(p.clipper_id, a.clipper_id) as clipper_id, coalesce(p.submission_id, s.submission_id) as submission_id,
      coalesce(p.entry_id, s.entry_id) as entry_id,
      greatest(coalesce(p.waiting_micros, 0), coalesce(s.waiting_micros, 0)) as waiting_micros,
      greatest(coalesce(p.waiting_micros, 0) - coalesce(s.waiting_micros, 0), 0) as unproven_micros
    from ${unprovenAccruals(clipperIds, now, seasoning)} p
    full join (${seasoning}) s on s.submission_id = p.submission_id and s.entry_id = p.entry_id
    left join accruals a on a.submission_id = s.submission_id and a.entry_id = s.entry_id`;
}

/** SQL rows (submission_id, entry_id, waiting_micros) of accruals of these clippers that payouts may not take whole. */
export const waitingAccruals = async (
  db: Database | Tx,
  clipperIds: readonly AccountId[],
  now: Date,
): Promise<RawBuilder<unknown>> => sql`
  select submission_id, entry_id, waiting_micros from (${await waitingRows(db, clipperIds, now)}) w
  where clipper_id = any(${clipperIds}::uuid[])`;

/** A clip whose views up to a position on its counter are taken to be proven. */
export interface AssumedProven {
  submissionId: string;
  upTo: bigint;
}

/**
 * SQL that precedes a query of what waits: the query then reads `clip_tracking` as it would be if the views were
 * proven.
 */
const assuming = (assumed: AssumedProven | null): RawBuilder<unknown> =>
  assumed
    ? sql`with clip_tracking as not materialized (
        select submission_id, by_figures, excluded_views, unseen_views, count_level, state, last_fetched_at, views, shown_views,
          case when submission_id = ${assumed.submissionId} then greatest(proven_views, ${assumed.upTo}::bigint)
            else proven_views end as proven_views
        from clip_tracking)`
    : sql``;

/** Returns what waits of each of these clippers; clippers of whom nothing waits are left out. */
export async function waitingOfAll(
  db: Database | Tx,
  clipperIds: readonly AccountId[],
  now: Date,
  assumed: AssumedProven | null = null,
): Promise<Waiting[]> {
  const seasoning = await unseasonedOfAll(db, now, clipperIds.length === 1 ? clipperIds[0]! : null);
  const { rows } = await sql<{ clipper_id: AccountId; unproven: bigint }>`${assuming(assumed)}
    select clipper_id, sum(unproven_micros)::bigint as unproven from (${await waitingRows(db, clipperIds, now)}) w
    group by clipper_id`.execute(db);
  const unproven = new Map(rows.map((row) => [row.clipper_id, row.unproven]));
  const unseasoned = new Map(seasoning.map((one) => [one.clipperId, one]));
  return clipperIds.flatMap((clipperId) => {
    const seasons = unseasoned.get(clipperId) ?? null;
    const unprovenMicros = micros(unproven.get(clipperId) ?? 0n);
    const amountMicros = micros((seasons?.amountMicros ?? 0n) + unprovenMicros);
    return amountMicros > 0n ? [{ clipperId, amountMicros, seasoning: seasons, unprovenMicros }] : [];
  });
}

/** Returns what waits of one clipper. */
export async function waitingOf(db: Database | Tx, clipperId: AccountId, now: Date): Promise<Waiting> {
  const [found] = await waitingOfAll(db, [clipperId], now);
  return found ?? { clipperId, amountMicros: ZERO_MICROS, seasoning: null, unprovenMicros: ZERO_MICROS };
}

/**
 * Explains each waiting amount to its clipper. The amounts are in cents and add up.
 * @param shownMicros the waiting part of the available balance, as shown beside the sentences
 */
export function waitingReasons({ seasoning, unprovenMicros }: Waiting, shownMicros: Micros): string[] {
  const unproven = unprovenMicros < shownMicros ? unprovenMicros : shownMicros;
  const [seasons, waits] = splitCents([micros(shownMicros - unproven), unproven]);
  return [
    ...(seasoning ? seasoningReasons(seasoning, seasons!) : []),
    ...(waits! > 0n ? [proofText(waits!)] : []),
  ];
}

const proofText = (amount: Micros): string =>
  `${formatUsd(amount)} waits for proof that people watched, because only a limited sum is paid out without it. It stays yours. Earnings lists the clips and the fastest way to prove each.`;
