import { sql } from 'kysely';
import { type Damage, first, movement, NAMED, other, step } from './damage.ts';

/** Damages that assign an object to another person than the one whose money moved. */
export const ownership: readonly Damage[] = [
  {
    what: 'a deposit is given to another host',
    by: sql`update deposits d set host_id = ${other('host', sql`d.host_id`)} where ${first('deposits', sql`state = 'confirmed'`)}`,
    found: NAMED.DEPOSIT,
  },
  {
    what: 'the accounts of two hosts change places',
    by: sql`with pair as (select min(owner_id::text)::uuid as a, max(owner_id::text)::uuid as b from ledger_accounts where kind = 'host'),
      debits as (update ledger_transfers t set debit_owner_id = case when t.debit_owner_id = p.a then p.b else p.a end
        from pair p where t.debit_kind = 'host' and t.credit_kind <> 'host'),
      credits as (update ledger_transfers t set credit_owner_id = case when t.credit_owner_id = p.a then p.b else p.a end
        from pair p where t.credit_kind = 'host' and t.debit_kind <> 'host')
      update ledger_accounts x set balance_micros = y.balance_micros from ledger_accounts y
        where x.kind = 'host' and y.kind = 'host' and x.owner_id <> y.owner_id`,
    found: NAMED.FUNDS,
  },
  {
    what: 'a listing is given to another host',
    by: sql`update listings l set host_id = ${other('host', sql`l.host_id`)} where ${first('listings', sql`true`)}`,
    found: NAMED.FUNDS,
  },
  {
    what: 'a clip is given to another clipper, with its earnings and steps',
    by: sql`with c as (select submission_id, clipper_id from clip_earnings where paid_views > 0 order by 1 limit 1),
      s as (update submissions x set clipper_id = ${other('clipper', sql`c.clipper_id`)} from c where x.id = c.submission_id),
      e as (update clip_earnings x set clipper_id = ${other('clipper', sql`c.clipper_id`)} from c where x.submission_id = c.submission_id)
      update accruals x set clipper_id = ${other('clipper', sql`c.clipper_id`)} from c where x.submission_id = c.submission_id`,
    found: NAMED.PAID_AT_ONCE,
  },
  {
    what: 'a clip is submitted by another clipper than it earns for',
    by: sql`update submissions s set clipper_id = ${other('clipper', sql`s.clipper_id`)} where ${first('submissions', sql`status = 'approved'`)}`,
    found: NAMED.TERMS,
  },
  {
    what: 'a step is given to another clipper',
    by: sql`update accruals a set clipper_id = ${other('clipper', sql`a.clipper_id`)} where ${step('reversed')}`,
    found: NAMED.STEP,
  },
  {
    what: 'a step is of another listing',
    by: sql`update accruals a set listing_id = (select id from listings where id <> a.listing_id limit 1) where ${step('released')}`,
    found: NAMED.STEP,
  },
  {
    what: 'a clip is counted for another listing',
    by: sql`update clip_tracking t set listing_id = (select id from listings where id <> t.listing_id limit 1)
      where submission_id = (select min(submission_id::text)::uuid from clip_tracking)`,
    found: 'a clip is counted as what was submitted',
  },
  {
    what: 'a clip is counted by another post',
    by: sql`update clip_tracking set post_id = '1' where submission_id = (select min(submission_id::text)::uuid from clip_tracking)`,
    found: 'a clip is counted as what was submitted',
  },
  {
    what: 'a payout is given to another clipper',
    by: sql`update payouts p set clipper_id = ${other('clipper', sql`p.clipper_id`)} where ${first('payouts', sql`state = 'canceled'`)}`,
    found: NAMED.PAYOUT,
  },
  {
    what: 'a part of a payout is another clipper’s step',
    by: sql`update payout_accruals k set (submission_id, entry_id) = (select a.submission_id, a.entry_id from accruals a, payouts p
        where p.id = k.payout_id and a.clipper_id <> p.clipper_id and a.state = 'released' order by 1, 2 limit 1)
      where (payout_id, submission_id, entry_id) = (select payout_id, submission_id, entry_id from payout_accruals
        where freed_at is not null order by 1, 2, 3 limit 1)`,
    found: NAMED.PART,
  },
  {
    what: 'a reserve’s money comes from another clip’s listing',
    by: sql`update ledger_transfers t set subject_id = (select id from submissions s where s.listing_id <> t.debit_owner_id limit 1)
      where ${movement('clip.contested', sql`debit_kind = 'listing'`)}`,
    found: NAMED.CLIP,
  },
  {
    what: 'released earnings reach another clipper',
    by: sql`update ledger_transfers t set credit_owner_id = ${other('clipper', sql`t.credit_owner_id`)}
      where ${movement('earnings.released')}`,
    found: NAMED.RELEASED,
  },
  {
    what: 'a suspense item is of another person',
    by: sql`update suspense_items i set owner_id = ${other('clipper', sql`i.owner_id`)} where owner_id is not null`,
    found: NAMED.ITEM,
  },
  {
    what: 'a debt is written off for another clipper',
    by: sql`update ledger_transfers t set subject_id = ${other('clipper', sql`t.subject_id`)} where kind = 'debt.written_off'`,
    found: 'a debt is paid off and written off by its own clipper’s money',
  },
  {
    what: 'an account is of nobody who exists',
    by: sql`with moved as (update ledger_transfers set credit_owner_id = '11111111-1111-7111-8111-111111111111'
        where kind = 'suspense.received' returning 1)
      update ledger_accounts set owner_id = '11111111-1111-7111-8111-111111111111'
        where kind = 'platform_suspense' and exists (select from moved)`,
    found: 'each account belongs to somebody or something that exists',
  },
];
