-- Acts above a sum take two admins. The first one's word is kept here until a second one does exactly the same.
create table admin_agreements (
  action text not null,
  -- The deposit, clip, person, listing or payout it is about.
  subject_id uuid not null,
  admin_id uuid not null references users (id),
  -- What exactly was agreed to; another amount or reference is another matter.
  terms text not null,
  -- One sentence for the other admins.
  summary text not null,
  amount_micros bigint not null check (amount_micros > 0),
  agreed_at timestamptz not null,
  -- Set when a second admin has done it.
  carried_out_at timestamptz,
  primary key (action, subject_id, admin_id)
);
create index admin_agreements_open on admin_agreements (agreed_at) where carried_out_at is null;

insert into admin_agreements (action, subject_id, admin_id, terms, summary, amount_micros, agreed_at, carried_out_at)
select 'payout.leave', c.payout_id, c.admin_id, '', 'Payout', p.amount_micros, c.confirmed_at,
  case when p.state <> 'requested' then coalesce(p.finished_at, p.processing_at) end
from payout_confirmations c join payouts p on p.id = c.payout_id;
drop table payout_confirmations;
