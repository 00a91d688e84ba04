-- The earning state of an approved clip, opened by the first settlement after its approval.
create table clip_earnings (
  submission_id uuid primary key references submissions (id),
  listing_id uuid not null references listings (id),
  clipper_id uuid not null references users (id),
  approved_at timestamptz not null,
  rate_micros_per_view bigint not null check (rate_micros_per_view > 0),
  min_views bigint not null,
  max_payout_micros bigint,
  paid_views bigint not null default 0 check (paid_views >= 0),
  paid_micros bigint not null default 0 check (paid_micros >= 0),
  -- what waits in the clip's reserved account: the reserved allocation, or an amount in dispute
  reserved_micros bigint not null default 0 check (reserved_micros >= 0),
  state text not null default 'accruing' check (state in ('accruing', 'stopped', 'finished')),
  -- accrual never rounds
  constraint clip_earnings_exact check (paid_micros = paid_views * rate_micros_per_view),
  check (max_payout_micros is null or paid_micros <= max_payout_micros)
) with (fillfactor = 70);
create index clip_earnings_listing on clip_earnings (listing_id, approved_at, submission_id);
create index clip_earnings_clipper on clip_earnings (clipper_id);

-- Each step of views that was paid; copied here so that a receipt outlives the raw snapshots.
create table accruals (
  id uuid primary key,
  entry_id uuid not null,
  submission_id uuid not null references submissions (id),
  listing_id uuid not null,
  clipper_id uuid not null,
  views_from bigint not null,
  views_to bigint not null,
  rate_micros_per_view bigint not null,
  amount_micros bigint not null check (amount_micros > 0),
  counted_views bigint not null,
  counted_at timestamptz not null,
  accrued_at timestamptz not null,
  release_due_at timestamptz not null,
  state text not null default 'held' check (state in ('held', 'disputed', 'released', 'reversed')),
  released_at timestamptz,
  check (views_to > views_from),
  constraint accruals_exact check (amount_micros = (views_to - views_from) * rate_micros_per_view)
);
create unique index accruals_once on accruals (submission_id, views_from) where state <> 'reversed';
create index accruals_release on accruals (release_due_at) where state = 'held';
create index accruals_clipper on accruals (clipper_id, accrued_at desc, id desc);
create index accruals_listing on accruals (listing_id, accrued_at desc);
