-- What PayPal said of a payout after a person had decided it. Nothing moves because of it: an operator has to look.
create table payout_late_statuses (
  payout_id uuid primary key references payouts (id) on delete cascade,
  -- PayPal's newest state of its item
  item_state text not null,
  reported_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid references users (id),
  check ((resolved_at is null) = (resolved_by is null))
);
create index payout_late_statuses_open on payout_late_statuses (reported_at) where resolved_at is null;
