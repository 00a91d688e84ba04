-- What a platform said, when. Append-only; expires after the platform's permitted time.
create table view_snapshots (
  submission_id uuid not null references submissions (id),
  fetched_at timestamptz not null,
  views bigint not null check (views >= 0),
  likes bigint,
  comments bigint,
  shares bigint,
  source text not null,
  counting_rule text not null,
  primary key (submission_id, fetched_at)
);
revoke update on view_snapshots from permille_app;

-- One row per clip that is polled: the schedule, the newest counts and the current verdict.
create table clip_tracking (
  submission_id uuid primary key references submissions (id),
  listing_id uuid not null references listings (id),
  clipper_id uuid not null references users (id),
  connection_id uuid not null references connections (id),
  platform text not null,
  post_id text not null,
  -- the API's own id of the post where that is another one (Instagram)
  post_api_id text,
  posted_at timestamptz not null,
  state text not null check (state in ('polling', 'gone', 'finished', 'stopped')),
  -- null when nothing is polled any more
  next_poll_at timestamptz,
  dense_until timestamptz,
  missing_since timestamptz,
  failures int not null default 0,
  -- why views are not read at the moment, and what the platform or the fault said of it; null while they are
  trouble text check (trouble in ('post_hidden', 'not_connected', 'no_counts', 'quota', 'no_answer', 'failed')),
  trouble_detail text,
  snapshot_count int not null default 0,
  first_fetched_at timestamptz,
  last_fetched_at timestamptz,
  views bigint not null default 0,
  likes bigint,
  comments bigint,
  shares bigint,
  -- views that may be paid: the newest count less what is contested or excluded
  eligible_views bigint not null default 0 check (eligible_views >= 0),
  excluded_views bigint not null default 0 check (excluded_views >= 0),
  score int check (score between 0 and 100),
  band text not null default 'not_enough_data' check (band in ('not_enough_data', 'clean', 'needs_review', 'hold')),
  summary text not null default 'Not enough data yet: nothing was counted so far.',
  contributions jsonb not null default '[]',
  scored_at timestamptz,
  -- a person looked at a score this high and let it pass; a higher one is held anew
  cleared_score int,
  check ((state = 'polling') = (next_poll_at is not null))
);
create index clip_tracking_due on clip_tracking (next_poll_at) where state = 'polling';
create index clip_tracking_listing on clip_tracking (listing_id);

create table fraud_holds (
  id uuid primary key,
  submission_id uuid not null references submissions (id),
  state text not null check (state in ('open', 'escalated', 'released', 'upheld')),
  score int not null,
  reason text not null,
  from_views bigint not null,
  to_views bigint,
  opened_at timestamptz not null,
  decide_by timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users (id),
  note text check (length(note) <= 500)
);
create unique index fraud_holds_one_open on fraud_holds (submission_id) where state in ('open', 'escalated');
