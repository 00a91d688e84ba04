-- Where a person is paid: whether the product may pay there, and for the year's tax report. Kept when an account closes,
-- because reports are due after it.
create table payout_countries (
  user_id uuid primary key references users (id),
  country text not null check (country ~ '^[A-Z]{2}$'),
  set_at timestamptz not null
);
