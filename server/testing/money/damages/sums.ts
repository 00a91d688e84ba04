import { sql } from 'kysely';
import { type Damage, first, fourCents, movement, NAMED, paid, step } from './damage.ts';

/** Damages that change one amount or one state. */
export const sums: readonly Damage[] = [
  {
    what: 'a balance is altered',
    by: sql`update ledger_accounts set balance_micros = balance_micros + ${fourCents} where kind = 'listing'`,
    found: 'the sum of all balances is zero',
  },
  {
    what: 'money moves from one account to another without a transfer',
    by: sql`update ledger_accounts set balance_micros = balance_micros + case kind when 'clearing_bank' then ${-fourCents}::bigint
      else ${fourCents}::bigint end where kind in ('clearing_bank', 'clearing_paypal')`,
    found: 'each balance is the sum of its transfers',
  },
  {
    what: 'a transfer is deleted',
    by: sql`delete from ledger_transfers where ${movement('listing.topped_up')}`,
    found: 'no key was used twice, and every entry moved something',
  },
  {
    what: 'a deposit is deleted',
    by: sql`delete from deposits where ${first('deposits', sql`rail = 'test'`)}`,
    found: NAMED.DEPOSIT,
  },
  {
    what: 'a refund is deleted',
    by: sql`delete from deposit_refunds where state = 'refunded'`,
    found: NAMED.REFUND,
  },
  {
    what: 'a payout is deleted',
    by: sql`delete from payouts where ${first('payouts', sql`state = 'failed'`)}`,
    found: NAMED.PAYOUT,
  },
  {
    what: 'a reversed step is deleted',
    by: sql`delete from accruals where ${step('reversed')}`,
    found: NAMED.REVERSED,
  },
  {
    what: 'a clip’s earnings are deleted',
    by: sql`delete from clip_earnings where paid_views > 0`,
    found: NAMED.STEP,
  },
  {
    what: 'a suspense item is deleted',
    by: sql`delete from suspense_items where ${first('suspense_items', sql`true`)}`,
    found: 'each suspense item arrived once, and left once as it states',
  },
  {
    what: 'a released step reads as pending',
    by: sql`update accruals set state = 'pending', released_at = null, available_micros = 0 where ${step('released')}`,
    found: 'pending money is the pending steps',
  },
  {
    what: 'a payout that was paid reads as failed',
    by: sql`update payouts set state = 'failed' where ${first('payouts', paid)}`,
    found: 'each payout started once and ended at most once',
  },
  {
    what: 'what is available of a step is altered',
    by: sql`update accruals set available_micros = available_micros - 1 where available_micros > 0`,
    found:
      'each released step is available or in payouts, to the last micro-dollar, and no other is more than it was',
  },
  {
    what: 'a clip’s reserve is altered',
    by: sql`update clip_earnings set reserved_micros = reserved_micros + ${fourCents} where reserved_micros > 0`,
    found: 'what waits in reserves is what clips reserved',
  },
  {
    what: 'a listing was funded with another amount',
    by: sql`update listings set funded_micros = funded_micros + ${fourCents} where ${first('listings', sql`true`)}`,
    found: 'paid, reserved, free and returned are what a listing was funded with',
  },
];
