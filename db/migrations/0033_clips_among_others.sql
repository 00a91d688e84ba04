-- What clips say about each other, found by a job: signals that one clip by itself cannot show.
create table clip_cohorts (
  submission_id uuid not null references submissions (id),
  signal text not null check (signal in ('uniform_like_rates', 'synchronized_growth', 'shared_identity', 'stops_at_cap')),
  -- other clippers involved
  others int not null,
  -- how many of `total` (clips, or sudden starts and stops of this clip) are alike
  hits int not null,
  total int not null,
  value double precision not null,
  found_at timestamptz not null,
  primary key (submission_id, signal)
);
