import { sql } from 'kysely';
import { type Damage, first, movement, NAMED, paid, step } from './damage.ts';

/** Damages that change when something happened, or is due. */
export const dates: readonly Damage[] = [
  {
    what: 'a step is due in 2099',
    by: sql`update accruals set release_due_at = '2099-01-01' where ${step('pending')}`,
    found: NAMED.MOMENTS,
  },
  {
    what: 'a step was earned at another time',
    by: sql`update accruals set accrued_at = accrued_at - interval '1 day', release_due_at = release_due_at - interval '1 day',
      counted_at = counted_at - interval '1 day' where ${step('pending')}`,
    found: NAMED.PAID_AT_ONCE,
  },
  {
    what: 'a step was released at another time',
    by: sql`update accruals set released_at = released_at + interval '1 hour' where ${step('released')}`,
    found: NAMED.RELEASED,
  },
  {
    what: 'a step was taken back at another time',
    by: sql`update accruals set reversed_at = reversed_at + interval '1 hour' where reversed_at is not null`,
    found: NAMED.REVERSED,
  },
  {
    what: 'a transfer happened at another time than its entry',
    by: sql`update ledger_transfers set occurred_at = occurred_at + interval '1 month' where ${movement('listing.topped_up')}`,
    found: 'each transfer says what its entry says, and none is missing',
  },
  {
    what: 'a deposit arrived at another time',
    by: sql`update deposits set confirmed_at = confirmed_at - interval '14 days' where ${first('deposits', sql`rail = 'stripe'`)}`,
    found: NAMED.DEPOSIT,
  },
  {
    what: 'a deposit was never confirmed and has its money',
    by: sql`update deposits set confirmed_at = null where ${first('deposits', sql`true`)}`,
    found: NAMED.DEPOSIT,
  },
  {
    what: 'a refund failed at another time',
    by: sql`update deposit_refunds set finished_at = finished_at + interval '1 hour' where state = 'refund_failed'`,
    found: NAMED.REFUND,
  },
  {
    what: 'a payout was paid at another time',
    by: sql`update payouts set finished_at = finished_at - interval '1 minute' where ${first('payouts', paid)}`,
    found: NAMED.PAYOUT,
  },
  {
    what: 'a payout is promised for 2099',
    by: sql`update payouts set due_at = '2099-01-01' where ${first('payouts', sql`state = 'requested'`)}`,
    found: NAMED.PAYOUT,
  },
  {
    what: 'a part of a payout left before it was released',
    by: sql`update payout_accruals set linked_at = linked_at - interval '30 days'`,
    found: NAMED.PART,
  },
  {
    what: 'a returned payout’s part is not freed when the payout is returned',
    by: sql`update payout_accruals set freed_at = freed_at + interval '1 hour' where freed_at is not null`,
    found: NAMED.PART,
  },
  {
    what: 'a suspense item arrived at another time',
    by: sql`update suspense_items set arrived_at = arrived_at - interval '1 year' where ${first('suspense_items', sql`true`)}`,
    found: NAMED.ITEM,
  },
  {
    what: 'a hold waits until 2099',
    by: sql`update fraud_holds set decide_by = '2099-01-01' where state = 'open'`,
    found: NAMED.HOLD,
  },
  {
    what: 'a listing was posted at another time',
    by: sql`update listings set created_at = created_at - interval '1 day' where ${first('listings', sql`true`)}`,
    found: NAMED.FUNDS,
  },
  {
    what: 'a settled listing has no day on which it was',
    by: sql`update listings set settled_at = null where state = 'settled'`,
    found: NAMED.POSTED,
  },
];
