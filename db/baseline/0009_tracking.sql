create table view_snapshots (
  submission_id uuid not null references submissions (id),
  fetched_at timestamptz not null,
  views bigint not null constraint view_snapshots_views_not_negative check (views >= 0),
  likes bigint,
  comments bigint,
  shares bigint,
  source text not null,
  counting_rule text not null,
  primary key (submission_id, fetched_at)
) partition by range (fetched_at);
comment on table view_snapshots is
  'The platforms'' counts over time. Append-only. Partitioned by day (UTC): old days are dropped as partitions, not '
  'deleted as rows. The job verification.snapshot-days makes partitions in advance.';
revoke update, delete on view_snapshots from permille_app;

create table view_snapshots_default partition of view_snapshots default;
comment on table view_snapshots_default is
  'Snapshots without a partition of their day, and the retained ones of dropped days.';
revoke all on view_snapshots_default from permille_app;

create table clip_tracking (
  submission_id uuid primary key references submissions (id),
  listing_id uuid not null references listings (id),
  clipper_id uuid not null references users (id),
  connection_id uuid not null references connections (id),
  platform text not null,
  post_id text not null,
  post_api_id text,
  posted_at timestamptz not null,
  state text not null constraint clip_tracking_state_known check (state in ('polling', 'gone', 'finished', 'stopped')),
  next_poll_at timestamptz,
  dense_until timestamptz,
  missing_since timestamptz,
  failures int not null default 0,
  trouble text
    constraint clip_tracking_trouble_known check (trouble in
  ('post_hidden', 'not_connected', 'no_permission', 'before_professional', 'unsupported', 'no_counts', 'quota', 'no_answer',
   'not_set_up', 'refused', 'failed', 'impossible_count')),
  trouble_detail text,
  snapshot_count int not null default 0,
  first_fetched_at timestamptz,
  last_fetched_at timestamptz,
  views bigint not null default 0,
  likes bigint,
  comments bigint,
  shares bigint,
  eligible_views bigint not null default 0
    constraint clip_tracking_eligible_views_not_negative check (eligible_views >= 0),
  excluded_views bigint not null default 0
    constraint clip_tracking_excluded_views_not_negative check (excluded_views >= 0),
  score int constraint clip_tracking_score_range check (score between 0 and 100),
  band text not null default 'not_enough_data'
    constraint clip_tracking_band_known check (band in ('not_enough_data', 'clean', 'needs_review', 'hold')),
  summary text not null default 'Not enough data yet: nothing was counted so far.',
  contributions jsonb not null default '[]',
  scored_at timestamptz,
  cleared_score int,
  score_version int not null default 0,
  count_level text not null default 'platform'
    constraint clip_tracking_count_level_known check (count_level in ('platform', 'attested')),
  pull_from timestamptz,
  final_by timestamptz,
  upheld_score int,
  score_evidence text not null default 'counts',
  by_figures boolean not null default false,
  doubted_views bigint,
  constraint clip_tracking_polled check ((state = 'polling' and count_level = 'platform') = (next_poll_at is not null)),
  constraint clip_tracking_score_evidence_known
  check (score_evidence in ('counts', 'analytics'))
);
comment on table clip_tracking is 'One row per polled clip: the schedule, the newest counts and the current verdict.';
comment on column clip_tracking.post_api_id is 'The API''s id of the post, if it differs (Instagram).';
comment on column clip_tracking.next_poll_at is 'Null when the clip is no longer polled.';
comment on column clip_tracking.trouble is
  'Why views can''t be read at the moment, with the platform''s or the fault''s message; null while they can.';
comment on column clip_tracking.eligible_views is
  'Views that may be paid: the newest count less contested or excluded views.';
comment on column clip_tracking.cleared_score is
  'A person reviewed a score this high and cleared it; only a higher one is held again.';
comment on column clip_tracking.count_level is
  'attested: the platform has no keys here, and views are read from screenshots that two people confirmed.';
comment on column clip_tracking.pull_from is
  'From here on the clip may be counted together with others of its account, before it is due.';
comment on column clip_tracking.final_by is
  'The next moment whose count is final: the end of the window or its recheck.';
comment on column clip_tracking.upheld_score is
  'The score of the last upheld hold: a similar score says nothing new about the same views.';
comment on column clip_tracking.score_evidence is
  'The evidence of the score: counts alone, or also shared analytics. Scores are compared with clips that were judged '
  'by the same evidence.';
comment on column clip_tracking.by_figures is
  'It was submitted under terms that pay for engaged views, or for views from some countries: shared analytics decide '
  'how many count, in clip_counted_stretches.';
comment on column clip_tracking.doubted_views is
  'A count that differs so much from the previous one that it is read a second time before it counts; null when there '
  'is none.';
comment on constraint clip_tracking_polled on clip_tracking is
  'A polled clip has a next poll, and a clip that only people can count has none.';
create index clip_tracking_account on clip_tracking (connection_id) where state = 'polling';
create index clip_tracking_asked on clip_tracking (submission_id) where band = 'needs_review' and score >= 60;
comment on index clip_tracking_asked is
  'Clips that would be held without the promise to honest clips. The admins'' inbox lists those whose earnings still wait.';
create index clip_tracking_counted on clip_tracking (last_fetched_at);
comment on index clip_tracking_counted is
  'Recently counted clips, among millions: settled between sweeps, compared by cohorts, reported by System Health.';
create index clip_tracking_due on clip_tracking (platform, next_poll_at) where state = 'polling';
create index clip_tracking_final on clip_tracking (platform, final_by) where state = 'polling' and final_by is not null;
create index clip_tracking_listing on clip_tracking (listing_id);
create index clip_tracking_unfinished on clip_tracking (posted_at) where state = 'polling' and final_by is null;
comment on index clip_tracking_unfinished is
  'Clips that were counted after their window, or have no known window yet, oldest posts first: the finished ones are '
  'looked up every few seconds, among millions of counted clips.';

create table clip_analytics (
  submission_id uuid not null,
  connection_id uuid not null,
  next_read_at timestamptz,
  read_at timestamptz,
  until_at timestamptz,
  figures jsonb,
  trouble text,
  constraint clip_analytics_pkey primary key (submission_id),
  constraint clip_analytics_read check ((read_at is null) = (figures is null) and (read_at is null) = (until_at is null)),
  constraint clip_analytics_submission foreign key (submission_id) references submissions on delete cascade,
  constraint clip_analytics_connection foreign key (connection_id) references connections on delete cascade,
  constraint clip_analytics_trouble_known
  check (trouble in ('not_ready', 'quota', 'no_answer', 'not_set_up', 'not_shown', 'failed'))
);
comment on table clip_analytics is 'A clip whose owner shares its analytics, and when they are read.';
comment on column clip_analytics.connection_id is
  'The connection whose consent is used: the present one, if the account was connected again.';
comment on column clip_analytics.next_read_at is 'Null: no longer read.';
comment on column clip_analytics.read_at is 'When the platform last answered with figures.';
comment on column clip_analytics.until_at is 'The end of the figures'' period.';
comment on column clip_analytics.figures is
  'The figures of all its stretches combined, in the form of contract/clips/clip-analytics.ts.';
comment on column clip_analytics.trouble is 'Why the last reading returned no figures; null: it did, or there was none.';
create index clip_analytics_connection on clip_analytics (connection_id);
create index clip_analytics_due on clip_analytics (next_read_at) where next_read_at is not null;

create table clip_analytics_stretches (
  submission_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  read_at timestamptz not null,
  figures jsonb not null,
  constraint clip_analytics_stretches_pkey primary key (submission_id, from_at),
  constraint clip_analytics_stretches_clip foreign key (submission_id) references clip_analytics on delete cascade,
  constraint clip_analytics_stretches_forward check (to_at > from_at)
);
comment on table clip_analytics_stretches is
  'The platform''s figures for the owner of a clip about its views between two moments.';
comment on column clip_analytics_stretches.figures is 'In the form of contract/clips/clip-analytics.ts.';

create table clip_counted_stretches (
  submission_id uuid not null,
  from_views bigint not null,
  to_views bigint not null,
  from_counted bigint not null,
  to_counted bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  read_at timestamptz not null,
  constraint clip_counted_stretches_pkey primary key (submission_id, from_views),
  constraint clip_counted_stretches_submission foreign key (submission_id) references submissions,
  constraint clip_counted_stretches_forward check (from_views >= 0 and from_counted >= 0 and to_views > from_views and to_at > from_at),
  constraint clip_counted_stretches_part check (to_counted - from_counted between 0 and to_views - from_views)
);
comment on table clip_counted_stretches is
  'How many of a clip''s views count by the platform''s figures, mapped onto the positions of its counter from the '
  'first view on. Money is computed from them, so the app only adds rows.';
comment on column clip_counted_stretches.from_counted is
  'The counted position of from_views: the sum of counted views before it.';
comment on column clip_counted_stretches.to_counted is 'The counted position of to_views.';
comment on column clip_counted_stretches.from_at is 'The platform counted these views between from_at and to_at.';
create unique index clip_counted_stretches_day on clip_counted_stretches (submission_id, from_at);
create index clip_counted_stretches_read on clip_counted_stretches (read_at);
comment on index clip_counted_stretches_read is 'Recently read figures: settled between sweeps, like counts.';
revoke update, delete on clip_counted_stretches from permille_app;

create function make_snapshot_days(first_day date, days int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  made int := 0;
  part text;
  day date;
begin
  if days > 400 then raise exception 'at most 400 days at once'; end if;
  -- Of processes that make the same days one waits for the other.
  perform pg_advisory_xact_lock(7306180143);
  for i in 0 .. days - 1 loop
    day := first_day + i;
    part := 'view_snapshots_' || to_char(day, 'YYYYMMDD');
    continue when to_regclass('public.' || part) is not null;
    execute format('create table public.%I (like public.view_snapshots including defaults including constraints including indexes)', part);
    execute format('revoke all on public.%I from permille_app', part);
    execute format('with moved as (delete from public.view_snapshots_default where fetched_at >= %L and fetched_at < %L returning *)
      insert into public.%I select * from moved', day::timestamptz, (day + 1)::timestamptz, part);
    execute format('alter table public.view_snapshots attach partition public.%I for values from (%L) to (%L)',
      part, day::timestamptz, (day + 1)::timestamptz);
    made := made + 1;
  end loop;
  return made;
end $$;
comment on function make_snapshot_days is
  'Creates the partitions of this many days from the first one on, and returns the number that was missing. Runs as the '
  'owner, because the app''s role may not create tables. Fails instead of blocking readers and writers.';
revoke execute on function make_snapshot_days from public;
grant execute on function make_snapshot_days to permille_app;

create function last_snapshot_days_end() returns date
language sql stable security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
  select (case when exists (select from public.installation where mode = 'live') then now()
    else greatest(now(), (select max(fetched_at) from public.view_snapshots)) end)::date - 30
$$;
comment on function last_snapshot_days_end is
  'Only partitions of days before this one may be dropped. It is computed from the database''s clock on a live system, and '
  'from the newest count elsewhere, because a demo''s clock runs ahead.';
revoke execute on function last_snapshot_days_end from public;
grant execute on function last_snapshot_days_end to permille_app;
