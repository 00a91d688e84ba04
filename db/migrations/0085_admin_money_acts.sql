set local lock_timeout = '2s';

create table admin_money_acts (
  id uuid primary key,
  act_id uuid not null,
  kind text not null constraint admin_money_acts_kind_not_empty check (kind <> ''),
  subject_id uuid not null,
  admin_id uuid not null references users (id),
  second_admin_id uuid references users (id),
  account_id uuid references users (id),
  amount_micros bigint not null constraint admin_money_acts_amount_micros_positive check (amount_micros > 0),
  acted_at timestamptz not null,
  constraint admin_money_acts_two_people check (second_admin_id <> admin_id),
  constraint admin_money_acts_not_for_oneself check (account_id <> admin_id and account_id <> second_admin_id)
);
comment on table admin_money_acts is
  'Every act by which an admin moved or freed money. Append-only: sums over it decide whether the next act takes two admins.';
comment on column admin_money_acts.act_id is 'One act that benefits several accounts has a row for each.';
comment on column admin_money_acts.kind is 'As contract/money-acts.ts names it.';
comment on column admin_money_acts.subject_id is 'The deposit, refund, clip, payout, listing, suspense item or person.';
comment on column admin_money_acts.second_admin_id is 'The admin who had agreed before; null: one admin acted alone.';
comment on column admin_money_acts.account_id is 'The host or clipper who benefits; null: nobody on this platform.';
comment on constraint admin_money_acts_two_people on admin_money_acts is 'Two admins are two people.';
comment on constraint admin_money_acts_not_for_oneself on admin_money_acts is 'Nobody decides on their own money.';
create index admin_money_acts_admin on admin_money_acts (admin_id, acted_at);
create index admin_money_acts_account on admin_money_acts (account_id, acted_at) where account_id is not null;
create index admin_money_acts_subject on admin_money_acts (subject_id, kind);
revoke update, delete on admin_money_acts from permille_app;

alter table admin_agreements add column expired_at timestamptz;
comment on column admin_agreements.expired_at is 'Set when no second admin agreed in time, or the matter was decided on other terms.';
create index admin_agreements_waiting on admin_agreements (agreed_at) where carried_out_at is null and expired_at is null;
comment on index admin_agreements_waiting is 'What still waits for a second admin.';

-- What two admins agreed to before this table was there leaves as they agreed.
insert into admin_money_acts (id, act_id, kind, subject_id, admin_id, second_admin_id, account_id, amount_micros, acted_at)
select gen_random_uuid(), p.id, 'payout.leave', p.id, g.admins[2], g.admins[1], p.clipper_id, p.amount_micros, g.agreed_at
from payouts p
join (
  select subject_id, array_agg(admin_id order by agreed_at, admin_id) as admins, max(agreed_at) as agreed_at
  from admin_agreements where action = 'payout.leave' group by subject_id having count(*) >= 2
) g on g.subject_id = p.id
where p.state = 'requested' or (p.state = 'processing' and p.batch_id is null);
update admin_agreements a set carried_out_at = m.acted_at
from admin_money_acts m where a.action = 'payout.leave' and a.subject_id = m.subject_id and a.carried_out_at is null;
