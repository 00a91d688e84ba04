-- What PayPal said of a payout after a person had decided it. Nothing moves because of it: an operator has to look.
create table payout_late_words (
  payout_id uuid primary key references payouts (id) on delete cascade,
  -- PayPal's newest state of its item
  item_state text not null,
  said_at timestamptz not null,
  dealt_at timestamptz,
  dealt_by uuid references users (id),
  check ((dealt_at is null) = (dealt_by is null))
);
create index payout_late_words_open on payout_late_words (said_at) where dealt_at is null;
