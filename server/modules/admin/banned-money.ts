import { type RawBuilder, sql } from 'kysely';
import { unsupportedCountries } from '#contract/countries.ts';
import { ARCHIVED_DOMAIN } from '#contract/demo.ts';
import { BANNED_MONEY_DAYS } from '#contract/limits.ts';
import { centsToMicros, formatUsd, micros } from '#contract/money.ts';
import type { Clock } from '#server/infra/clock.ts';
import type { HealthCheck } from '#server/infra/health-check.ts';
import type { Database } from '#server/infra/transaction.ts';
import { isAdultAccount, ownerEmailOf } from '#server/modules/accounts/accounts.ts';
import { isStopped } from '#server/modules/payouts/payouts.ts';

const CENT = centsToMicros(1);

/**
 * Money of banned people that waits for an admin, as rows of (id, due_at, what, amount_micros). Three kinds
 * are listed: earnings to review, reviewed earnings that can't be paid with the person's current details, and
 * money of hosts, who can't request a refund while banned. Amounts below a cent are never paid. Earnings that
 * wait for a deposit to season are not listed. People of an archived demo are left out, because a demo pays
 * nobody.
 */
export const bannedMoney: RawBuilder<unknown> = sql`
  select b.id, b.banned_at + make_interval(days => ${sql.lit(BANNED_MONEY_DAYS)}) as due_at,
    concat_ws(' ', clipper.what, host.what) as what,
    (case when clipper.what is null then 0 else clipper.micros end
      + case when host.what is null then 0 else host.micros end)::bigint as amount_micros
  from (
    select u.*, ${isAdultAccount} as is_adult,
      (select coalesce(sum(a.balance_micros), 0) from ledger_accounts a
        where a.owner_id = u.id and a.kind = 'clipper_available') as available,
      (select coalesce(sum(a.balance_micros), 0) from ledger_accounts a
        where a.owner_id = u.id and a.kind = 'clipper_pending') as pending,
      (select coalesce(sum(p.amount_micros), 0) from payouts p
        where p.clipper_id = u.id and p.state = 'requested') as requested,
      (select coalesce(sum(a.balance_micros), 0) from ledger_accounts a
        where a.owner_id = u.id and a.kind = 'host') as balance,
      (select coalesce(sum(a.balance_micros), 0) from listings l
        join ledger_accounts a on a.kind = 'listing' and a.owner_id = l.id
        where l.host_id = u.id and l.state in ('active', 'paused')) as budgets,
      (select coalesce(sum(r.amount_micros), 0) from deposits d
        join deposit_refunds r on r.deposit_id = d.id and r.state = 'refunding'
        where d.host_id = u.id and d.rail = 'bank') as refunding
    from accounts u
    where u.banned_at is not null and u.role is distinct from 'admin'
      and ${ownerEmailOf} not like ${sql.lit(`%@${ARCHIVED_DOMAIN}`)}
  ) b
  left join payout_addresses d on d.user_id = b.id
  cross join lateral (
    select case
      when b.payouts_allowed_at is null then b.available + b.pending + b.requested else b.available end as micros,
      case
        when b.payouts_allowed_at is null and b.available + b.pending + b.requested >= ${CENT}
          then 'Earnings to review.'
        when b.payouts_allowed_at is null or b.available < ${CENT} then null
        when d.user_id is null then 'Needs a payment email.'
        when ${isStopped} then 'A payout came back: needs another payment email.'
        when not b.is_adult then 'Has not confirmed to be 18 or older.'
        when exists (select from payout_countries c where c.user_id = b.id
          and c.country = any(${unsupportedCountries}::text[])) then 'Lives where no payout can go.'
      end as what
  ) clipper
  cross join lateral (
    select b.balance + b.budgets + b.refunding as micros,
      case
        when b.budgets >= ${CENT} then 'Listings to remove, then deposits to refund.'
        when b.balance >= ${CENT} then 'Deposits to refund.'
        when b.refunding > 0 then 'A refund to be sent by bank.'
      end as what
  ) host
  where clipper.what is not null or host.what is not null`;

/** Reports overdue money of banned people. The ban promises that it is paid within 30 days. */
export const bannedMoneyCheck = (db: Database, clock: Clock): HealthCheck => ({
  name: 'Banned people',
  async problem() {
    const { rows } = await sql<{ people: number; amount: bigint }>`
      select count(*)::int as people, coalesce(sum(amount_micros), 0)::bigint as amount
      from (${bannedMoney}) m where m.due_at <= ${clock.now()}`.execute(db);
    const { people, amount } = rows[0]!;
    return people > 0
      ? `Not paid or refunded within the ${BANNED_MONEY_DAYS} days that banned people are promised: ${formatUsd(micros(amount))} of ${people}. The inbox says what each needs.`
      : null;
  },
});
