create table clip_earnings (
  submission_id uuid primary key references submissions (id),
  listing_id uuid not null references listings (id),
  clipper_id uuid not null references users (id),
  approved_at timestamptz not null,
  rate_micros_per_view bigint not null
    constraint clip_earnings_rate_micros_per_view_positive check (rate_micros_per_view > 0),
  min_views bigint not null,
  max_payout_micros bigint,
  paid_views bigint not null default 0 constraint clip_earnings_paid_views_not_negative check (paid_views >= 0),
  paid_micros bigint not null default 0 constraint clip_earnings_paid_micros_not_negative check (paid_micros >= 0),
  reserves boolean not null,
  reserved_micros bigint not null default 0
    constraint clip_earnings_reserved_micros_not_negative check (reserved_micros >= 0),
  state text not null default 'accruing'
    constraint clip_earnings_state_known check (state in ('accruing', 'stopped', 'finished', 'appealed')),
  minimum_reached boolean not null default false,
  minimum_excluded_views bigint
    constraint clip_earnings_minimum_excluded_views_not_negative check (minimum_excluded_views >= 0),
  constraint clip_earnings_within_maximum check (max_payout_micros is null or paid_micros <= max_payout_micros),
  constraint clip_earnings_exact check (paid_micros = (paid_views * rate_micros_per_view))
) with (fillfactor = 45);
comment on table clip_earnings is
  'The earning state of an approved clip, opened by the first settlement after its approval.';
comment on column clip_earnings.reserves is 'The version it was submitted under sets its maximum aside at approval.';
comment on column clip_earnings.reserved_micros is
  'What waits in the clip''s reserved account: the reserved allocation, or a contested amount.';
comment on column clip_earnings.state is
  'appealed: rejected, and under appeal; it earns nothing, and what it would earn waits in its reserve. finished: '
  'the last it earned was released.';
comment on column clip_earnings.minimum_reached is
  'The listing''s minimum views, once reached by views that nobody contests, stay reached, whatever is taken back '
  'later.';
comment on column clip_earnings.minimum_excluded_views is
  'Contested views that reach the minimum count if none of them is excluded: so many views were excluded at that '
  'time.';
comment on constraint clip_earnings_within_maximum on clip_earnings is 'No clip is paid more than its maximum.';
comment on constraint clip_earnings_exact on clip_earnings is 'Accrual never rounds.';
create index clip_earnings_appealed on clip_earnings (listing_id, clipper_id) where state = 'appealed';
create index clip_earnings_clipper on clip_earnings (clipper_id);
create index clip_earnings_listing on clip_earnings (listing_id, approved_at, submission_id);
create index clip_earnings_reserved on clip_earnings (listing_id) include (reserved_micros) where reserved_micros > 0;
comment on index clip_earnings_reserved is
  'What is reserved in a listing, for each row of the feed; most clips reserve nothing.';

create table accruals (
  submission_id uuid not null,
  entry_id uuid not null,
  listing_id uuid not null,
  clipper_id uuid not null,
  views_from bigint not null constraint accruals_views_from_not_negative check (views_from >= 0),
  views_to bigint not null,
  rate_micros_per_view bigint not null,
  amount_micros bigint not null constraint accruals_amount_micros_positive check (amount_micros > 0),
  counted_views bigint not null,
  counted_at timestamptz not null,
  accrued_at timestamptz not null,
  release_due_at timestamptz not null,
  state text not null default 'pending'
    constraint accruals_state_known check (state in ('pending', 'released', 'reversed')),
  released_at timestamptz,
  reversed_at timestamptz,
  available_micros bigint not null default 0,
  primary key (submission_id, entry_id),
  constraint accruals_available
    check (available_micros between 0 and amount_micros and (available_micros = 0 or released_at is not null)),
  constraint accruals_views_ascend check (views_to > views_from),
  constraint accruals_exact check (amount_micros = ((views_to - views_from) * rate_micros_per_view)),
  constraint accruals_released_at
    check ( case state when 'pending' then released_at is null when 'released' then released_at is not null else true end)
);
comment on table accruals is
  'Each step of views that was paid; copied here so that a receipt outlives the raw snapshots. Steps that are not '
  'reversed follow each other without a gap from 0 to paid_views, released ones first. No foreign keys: a '
  'settlement of a million clips would check each row, and reconcile compares the sums anyway.';
comment on column accruals.entry_id is 'One entry of the ledger pays a clip at most once.';
comment on column accruals.released_at is 'A released step that fraud takes back is reversed and keeps it.';
comment on column accruals.available_micros is
  'What of the step''s money no payout has taken: all such parts together are its clipper''s available balance (of '
  'a closed account, what is in suspense for them and less than a cent), so whatever leaves it names the steps that '
  'it is made of.';
comment on constraint accruals_available on accruals is 'Nothing is available that was not released.';
comment on constraint accruals_views_ascend on accruals is 'A step pays for at least one view.';
comment on constraint accruals_exact on accruals is 'Accrual never rounds.';
comment on constraint accruals_released_at on accruals is
  'A pending step was not released, a released one was; a reversed one may have been.';
create index accruals_available_of on accruals (clipper_id, released_at) where available_micros > 0;
create unique index accruals_once on accruals (submission_id, views_from) where state <> 'reversed';
comment on index accruals_once is 'No view is paid twice.';
create index accruals_release on accruals (release_due_at) where state = 'pending';
