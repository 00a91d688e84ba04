import { sql } from 'kysely';
import { micros } from '#contract/money.ts';
import type { HostPromise } from '#contract/scoring/promise.ts';
import type { Database } from '#server/infra/transaction.ts';
import { lossOf } from './loss.ts';

/** Returns what hosts can expect to lose to bought views, and what was caught. */
export async function readPromise(db: Database, now: Date): Promise<Omit<HostPromise, 'marketPriceMicros'>> {
  const { counts, sums } = await readAudits(db);
  const loss = lossOf(sums);
  return {
    audits: counts,
    drawnMicros: micros(BigInt(Math.max(0, sums.drawn))),
    loss: loss?.isEnough
      ? { micros: loss.micros, lowMicros: loss.lowMicros, highMicros: loss.highMicros }
      : null,
    atMostMicros: loss?.highMicros ?? null,
    ...(await readCaught(db)),
    measuredAt: now,
  };
}

/**
 * Sums all audits in one statement. An upheld audit counts whole, also if only a part of its views is not
 * paid, and so does one that nobody answered: the loss is rather too high than too low.
 */
async function readAudits(db: Database) {
  const { rows } = await sql<{
    decided: number;
    bought: number;
    undecided: number;
    drawn: number;
    audited: number;
    weight: number;
    squares: number;
    bought_weight: number;
    undecided_weight: number;
  }>`
    with audits as (
      select s.clipper_id, h.state, a.fresh_micros, a.fresh_micros * (1 - a.probability) / a.probability as weight
      from clip_audits a
      join fraud_holds h on h.id = a.fraud_hold_id
      join submissions s on s.id = a.submission_id
      where a.fresh_micros is not null
    ), people as (
      select count(*) filter (where state in ('released', 'upheld')) as decided,
        count(*) filter (where state = 'upheld') as bought,
        count(*) filter (where state in ('open', 'escalated')) as undecided,
        sum(fresh_micros) as audited, sum(weight) as weight, sum(fresh_micros) filter (where state = 'upheld') as refused,
        sum(weight) filter (where state = 'upheld') as bought_weight,
        sum(weight) filter (where state in ('open', 'escalated')) as undecided_weight
      from audits group by clipper_id
    )
    select coalesce(sum(decided), 0)::int as decided, coalesce(sum(bought), 0)::int as bought,
      coalesce(sum(undecided), 0)::int as undecided, coalesce(sum(audited), 0)::float8 as audited,
      coalesce(sum(weight), 0)::float8 as weight, coalesce(sum(weight * weight), 0)::float8 as squares,
      coalesce(sum(bought_weight), 0)::float8 as bought_weight,
      coalesce(sum(undecided_weight), 0)::float8 as undecided_weight,
      (select coalesce(sum(drawn_micros), 0) from audit_draws)::float8 - coalesce(sum(refused), 0)::float8 as drawn
    from people`.execute(db);
  const { decided, bought, undecided, bought_weight, undecided_weight, ...sums } = rows[0]!;
  return {
    counts: { decided, bought, undecided },
    sums: { ...sums, bought: bought_weight, undecided: undecided_weight },
  };
}

/**
 * Sums what the ledger returned to listings for upheld holds: reserves that were freed after the decision, and
 * money that was taken back from clippers.
 */
async function readCaught(db: Database) {
  const { rows } = await sql<{ kept: bigint; taken_back: bigint }>`
    with upheld as materialized (
      select h.submission_id, s.clipper_id, min(h.decided_at) as since
      from fraud_holds h join submissions s on s.id = h.submission_id
      where h.state = 'upheld' group by h.submission_id, s.clipper_id
    )
    select
      (select coalesce(sum(l.amount_micros), 0)::bigint from upheld u join ledger_transfers l
        on l.debit_owner_id = u.submission_id and l.debit_kind = 'clip_reserved'
        and l.kind = 'reservation.ended' and l.occurred_at >= u.since) as kept,
      (select coalesce(sum(l.amount_micros), 0)::bigint
        from (select distinct clipper_id from upheld) c join ledger_transfers l on l.debit_owner_id = c.clipper_id
          and l.debit_kind in ('clipper_pending', 'clipper_available', 'clipper_owed')
          and l.kind = 'fraud.upheld') as taken_back`.execute(db);
  const { kept, taken_back } = rows[0]!;
  return { keptMicros: micros(kept), takenBackMicros: micros(taken_back) };
}
