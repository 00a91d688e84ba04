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
  -- the version it was submitted under sets its maximum aside at approval
  reserves boolean not null,
  -- what waits in the clip's reserved account: the reserved allocation, or a contested amount
  reserved_micros bigint not null default 0 check (reserved_micros >= 0),
  state text not null default 'accruing' check (state in ('accruing', 'stopped', 'finished')),
  -- accrual never rounds
  constraint clip_earnings_exact check (paid_micros = paid_views * rate_micros_per_view),
  check (max_payout_micros is null or paid_micros <= max_payout_micros)
) with (fillfactor = 45);
create index clip_earnings_listing on clip_earnings (listing_id, approved_at, submission_id);
-- What is reserved in a listing, for each row of the feed; most clips reserve nothing.
create index clip_earnings_reserved on clip_earnings (listing_id) include (reserved_micros) where reserved_micros > 0;
create index clip_earnings_clipper on clip_earnings (clipper_id);

-- Each step of views that was paid; copied here so that a receipt outlives the raw snapshots. Steps that are not
-- reversed follow each other without a gap from 0 to paid_views, released ones first.
-- No foreign keys: a settlement of a million clips would check each row, and reconcile compares the sums anyway.
create table accruals (
  submission_id uuid not null,
  -- one entry of the ledger pays a clip at most once
  entry_id uuid not null,
  listing_id uuid not null,
  clipper_id uuid not null,
  views_from bigint not null check (views_from >= 0),
  views_to bigint not null,
  rate_micros_per_view bigint not null,
  amount_micros bigint not null check (amount_micros > 0),
  counted_views bigint not null,
  counted_at timestamptz not null,
  accrued_at timestamptz not null,
  release_due_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'released', 'reversed')),
  released_at timestamptz,
  primary key (submission_id, entry_id),
  check (views_to > views_from),
  check ((state = 'released') = (released_at is not null)),
  constraint accruals_exact check (amount_micros = (views_to - views_from) * rate_micros_per_view)
);
-- No view is paid twice.
create unique index accruals_once on accruals (submission_id, views_from) where state <> 'reversed';
create index accruals_release on accruals (release_due_at) where state = 'pending';
