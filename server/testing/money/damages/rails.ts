import { sql } from 'kysely';
import { type Damage, entry, first, fourCents, movement, NAMED } from './damage.ts';

/** Damages that change how money arrived or left, or its reference. */
export const rails: readonly Damage[] = [
  {
    what: 'a deposit arrived by another rail than its clearing account',
    by: sql`update deposits set rail = 'bank', reference = 'other' where ${first('deposits', sql`rail = 'test'`)}`,
    found: NAMED.DEPOSIT,
  },
  {
    what: 'a refund left by another clearing account',
    by: sql`update ledger_transfers set credit_kind = 'clearing_test' where ${movement('deposit.refunded')}`,
    found: NAMED.REFUND,
  },
  {
    what: 'a payout was paid by another rail than its clearing account',
    by: sql`update payouts set rail = 'manual' where ${first('payouts', sql`state = 'paid' and rail = 'paypal'`)}`,
    found: NAMED.PAYOUT,
  },
  {
    what: 'a chargeback is booked at another rail',
    by: sql`update ledger_transfers set credit_kind = 'clearing_bank' where ${movement('chargeback')}`,
    found: 'what disputes took from a host and from the platform is what was booked of each',
  },
  {
    what: 'a suspense item arrived by another rail',
    by: sql`update suspense_items set rail = 'paypal' where owner_id is null`,
    found: NAMED.ITEM,
  },
  {
    what: 'a processor’s fee is another one',
    by: sql`update card_payments set fee_micros = fee_micros + ${fourCents} where fee_micros > 0`,
    found: 'what a processor kept of a payment is what was booked',
  },
  {
    what: 'a key names another payout',
    by: sql`update ledger_entries set key = 'payout:11111111-1111-7111-8111-111111111111:payout.paid' where ${entry('payout.paid')}`,
    found: 'each key names what its entry moved',
  },
  {
    what: 'a transfer names another kind than its entry',
    by: sql`update ledger_transfers set kind = 'listing.topped_up' where ${movement('listing.posted')}`,
    found: 'each transfer says what its entry says, and none is missing',
  },
  {
    what: 'a request’s amount was altered on both its sides',
    by: sql`with t as (update ledger_transfers set amount_micros = amount_micros + ${fourCents} where ${movement('listing.topped_up')}
        returning debit_owner_id, credit_owner_id)
      update ledger_accounts a set balance_micros = balance_micros + case when a.kind = 'host' then ${-fourCents}::bigint else ${fourCents}::bigint end
      from t where a.kind = 'host' and a.owner_id = t.debit_owner_id or a.kind = 'listing' and a.owner_id = t.credit_owner_id`,
    found: NAMED.REQUEST,
  },
  {
    what: 'a loss is booked as the host’s',
    by: sql`update deposit_disputes set host_micros = host_micros - ${fourCents}, loss_micros = loss_micros + ${fourCents} where host_micros > 0`,
    found: 'what disputes took from a host and from the platform is what was booked of each',
  },
  {
    what: 'a refund’s loss is another one',
    by: sql`update deposit_refunds set loss_micros = loss_micros - ${fourCents} where loss_micros > 0`,
    found: NAMED.REFUND,
  },
  {
    what: 'a lost dispute reads as won',
    by: sql`update deposit_disputes set outcome = 'won' where outcome = 'lost'`,
    found: NAMED.DISPUTE,
  },
  {
    what: 'a charged-back deposit reads as confirmed',
    by: sql`update deposits set state = 'confirmed' where state = 'charged_back'`,
    found: NAMED.DISPUTE,
  },
  {
    what: 'a listing’s count of returns is another one',
    by: sql`update listings set remainder_returns = remainder_returns + 1 where ${first('listings', sql`true`)}`,
    found: NAMED.POSTED,
  },
  {
    what: 'a part of a payout is replaced that was never taken back',
    by: sql`update payout_accruals k set replaced_micros = amount_micros where exists (select from accruals a
      where a.submission_id = k.submission_id and a.entry_id = k.entry_id and a.state = 'released')`,
    found: NAMED.PART,
  },
];
