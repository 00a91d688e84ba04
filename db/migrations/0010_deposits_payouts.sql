create table deposits (
  id uuid primary key,
  host_id uuid not null references users (id),
  rail text not null check (rail in ('test', 'bank', 'stripe')),
  amount_micros bigint not null check (amount_micros > 0 and amount_micros % 10000 = 0),
  state text not null check (state in ('created', 'confirmed', 'failed')),
  reference text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz
);
create index deposits_host on deposits (host_id, created_at desc, id desc);

create table payout_addresses (
  user_id uuid primary key references users (id) on delete cascade,
  email text not null,
  -- a changed address waits 24 h before money goes there; the first one does not
  usable_at timestamptz not null,
  set_at timestamptz not null
);

create table payouts (
  id uuid primary key,
  clipper_id uuid not null references users (id),
  cause text not null check (cause in ('withdrawal', 'weekly')),
  amount_micros bigint not null check (amount_micros > 0 and amount_micros % 10000 = 0),
  destination text not null,
  rail text not null default 'manual' check (rail in ('manual', 'paypal')),
  state text not null check (state in ('requested', 'processing', 'paid', 'failed', 'canceled', 'returned')),
  requested_at timestamptz not null,
  processing_at timestamptz,
  finished_at timestamptz,
  due_at timestamptz not null,
  reference text,
  failure text,
  check (state <> 'paid' or reference is not null)
);
create index payouts_clipper on payouts (clipper_id, requested_at desc, id desc);
-- One payout at a time for a person.
create unique index payouts_one_open on payouts (clipper_id) where state in ('requested', 'processing');
create index payouts_finished on payouts (requested_at desc, id desc)
  where state in ('paid', 'failed', 'canceled', 'returned');
create index payouts_queue on payouts (requested_at, id) where state in ('requested', 'processing');

-- The weekly run happens once per Monday 09:00 UTC.
create table payout_runs (
  due_at timestamptz primary key,
  ran_at timestamptz not null,
  payouts int not null
);
