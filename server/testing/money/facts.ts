import { sql } from 'kysely';
import type { Database } from '#server/infra/transaction.ts';

/**
 * Decisions from outside the ledger, by a bank, a processor, a platform or a person, and the requested
 * amounts.
 */
export interface Facts {
  deposits: {
    id: string;
    host_id: string;
    rail: string;
    amount: bigint;
    state: string;
    confirmed_at: Date | null;
    questioned_at: Date | null;
  }[];
  refunds: { id: string; deposit_id: string; amount: bigint; state: string }[];
  disputes: {
    id: string;
    deposit_id: string;
    amount: bigint;
    taken: boolean;
    lost: boolean;
    moves: number;
  }[];
  fees: { deposit_id: string; fee: bigint; card: string | null }[];
  disputeFees: { deposit_id: string; fee: bigint }[];
  payouts: PayoutFact[];
  addresses: { user_id: string; email: string; usable_at: Date; set_at: Date }[];
  listings: { id: string; state: string; remainder_frozen: boolean }[];
  clips: ClipFact[];
  ranges: { submission_id: string; from_views: bigint; to_views: bigint | null; open: boolean }[];
}

export interface PayoutFact {
  id: string;
  clipper_id: string;
  amount: bigint;
  state: string;
  rail: string;
  destination: string;
  /** When the receiver's side returned the payout; null if it did not. */
  back_at: Date | null;
}

export interface ClipFact {
  id: string;
  listing_id: string;
  clipper_id: string;
  status: string;
  since: Date;
  tracking_until: Date | null;
  is_over: boolean;
  views: bigint;
  eligible: bigint;
  /** State of the appeal against the clip's rejection; null without an appeal. */
  appeal: 'open' | 'over' | null;
}

/**
 * Reads the facts. They include no balance, transfer, accrual or share of a loss: the model computes those.
 */
export async function readFacts(db: Database): Promise<Facts> {
  const all = async <T>(query: ReturnType<typeof sql>): Promise<T[]> =>
    (await query.execute(db)).rows as unknown as T[];
  return {
    deposits: await all(sql`
      select id, host_id, rail, amount_micros as amount, state, confirmed_at, questioned_at from deposits order by confirmed_at, id`),
    refunds: await all(sql`
      select id, deposit_id, amount_micros as amount, state from deposit_refunds order by created_at, id`),
    disputes: await all(sql`
      select i.id, p.deposit_id, i.amount_micros as amount,
        not i.reinstated and i.outcome is distinct from 'won' and (i.withdrawn or i.outcome is not distinct from 'lost') as taken,
        i.outcome is not distinct from 'lost' as lost, i.moves
      from deposit_disputes i join card_payments p on p.payment_intent = i.payment_intent
      where p.deposit_id is not null order by i.id`),
    fees: await all(sql`
      select deposit_id, fee_micros as fee, fingerprint as card from card_payments where deposit_id is not null and fee_micros is not null`),
    disputeFees: await all(sql`
      select p.deposit_id, sum(i.fee_micros - i.fee_returned_micros)::bigint as fee
      from deposit_disputes i join card_payments p on p.payment_intent = i.payment_intent
      where p.deposit_id is not null group by p.deposit_id`),
    payouts: await all(sql`
      select id, clipper_id, amount_micros as amount, state, rail, destination,
        case when state = 'returned' then returned_at
          when state = 'failed' and item_state in ('RETURNED', 'REFUNDED', 'REVERSED') then finished_at end as back_at
      from payouts order by requested_at, id`),
    addresses: await all(sql`select user_id, email, usable_at, set_at from payout_addresses`),
    listings: await all(sql`select id, state, remainder_frozen from listings`),
    clips: await all(sql`
      select s.id, s.listing_id, s.clipper_id, s.status, coalesce(s.approved_at, ap.opened_at) as since, s.tracking_until,
        t.state <> 'polling' as is_over, t.views, t.eligible_views as eligible,
        case when s.status = 'rejected' then case when ap.state in ('open', 'escalated') then 'open' else 'over' end end as appeal
      from submissions s join clip_tracking t on t.submission_id = s.id
      left join appeals ap on ap.submission_id = s.id and ap.fraud_hold_id is null
      where s.status = 'approved' or ap.id is not null`),
    ranges: await all(sql`
      select submission_id, from_views, to_views, state <> 'upheld' as open from fraud_holds where state <> 'released'`),
  };
}
