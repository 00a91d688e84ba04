-- What of a step's money no payout has taken: all such parts together are its clipper's available balance (or, of a closed
-- account, what is in suspense for them and less than a cent), so whatever leaves it names the steps that it is made of.
alter table accruals add column available_micros bigint not null default 0,
  -- nothing is available that was not released
  add constraint accruals_available check (available_micros between 0 and amount_micros
    and (available_micros = 0 or released_at is not null));
create index accruals_available_of on accruals (clipper_id, released_at) where available_micros > 0;

-- What a payout is made of. While it is under way or paid, its parts that are not replaced are its amount.
create table payout_accruals (
  payout_id uuid not null references payouts (id),
  submission_id uuid not null,
  entry_id uuid not null,
  amount_micros bigint not null check (amount_micros > 0),
  -- the step was taken back after it had left, and later earnings have paid that much of it off: they are parts instead
  replaced_micros bigint not null default 0,
  linked_at timestamptz not null,
  -- the payout was canceled, failed or came back: the money is available again
  freed_at timestamptz,
  primary key (payout_id, submission_id, entry_id),
  constraint payout_accruals_replaced check (replaced_micros between 0 and amount_micros)
);
create index payout_accruals_step on payout_accruals (submission_id, entry_id);

-- Payouts that were made before: each took the oldest money. What was taken back after it had left (a debt, or one that was
-- written off) was in the oldest.
create temporary table laid on commit drop as
with debts as (
  select clipper_id, sum(amount) as amount from (
    select owner_id as clipper_id, -balance_micros as amount from ledger_accounts where kind = 'clipper_owed'
    union all select credit_owner_id, amount_micros from ledger_transfers where kind = 'debt.written_off') d
  group by clipper_id
), taken_back as (
  select a.*, d.amount as gone, sum(a.amount_micros) over (
    partition by a.clipper_id order by a.reversed_at desc nulls last, a.submission_id, a.views_from) - a.amount_micros as before
  from accruals a join debts d on d.clipper_id = a.clipper_id
  where a.state = 'reversed' and a.released_at is not null
), steps as (
  select submission_id, entry_id, clipper_id, views_from, released_at, 0 as rank,
    least(amount_micros, gone - before)::bigint as amount
  from taken_back where gone > before
  union all
  select submission_id, entry_id, clipper_id, views_from, released_at, 1, amount_micros from accruals where state = 'released'
)
select submission_id, entry_id, clipper_id, amount, sum(amount) over (
  partition by clipper_id order by rank, released_at, submission_id, views_from)::bigint as upto
from steps;

insert into payout_accruals (payout_id, submission_id, entry_id, amount_micros, linked_at)
select p.id, l.submission_id, l.entry_id,
  least(p.upto, l.upto) - greatest(p.upto - p.amount_micros, l.upto - l.amount), p.requested_at
from (
  select id, clipper_id, amount_micros, requested_at,
    sum(amount_micros) over (partition by clipper_id order by requested_at, id)::bigint as upto
  from payouts where state in ('requested', 'processing', 'paid')
) p
join laid l on l.clipper_id = p.clipper_id and l.upto > p.upto - p.amount_micros and l.upto - l.amount < p.upto;

update accruals a set available_micros = x.available
from (
  select l.submission_id, l.entry_id, least(l.amount, l.upto - coalesce(p.paid, 0)) as available
  from laid l
  left join (select clipper_id, sum(amount_micros)::bigint as paid from payouts
    where state in ('requested', 'processing', 'paid') group by clipper_id) p on p.clipper_id = l.clipper_id
) x
where a.submission_id = x.submission_id and a.entry_id = x.entry_id and x.available > 0;
