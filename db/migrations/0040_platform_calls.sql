-- What was asked of each platform on each of its own days: nothing leaves that an allowance does not cover.
create table platform_calls (
  platform text not null check (platform in ('tiktok', 'youtube', 'instagram', 'twitch')),
  -- calls that share an allowance at the platform
  bucket text not null,
  -- the platform's day: YouTube's begins at midnight in California
  day date not null,
  units bigint not null check (units >= 0),
  -- the newest ten seconds, where the platform counts by the minute
  slice_at timestamptz not null,
  slice_units int not null check (slice_units >= 0),
  primary key (platform, bucket, day)
);

-- A platform that asked to be left alone, for all processes.
create table platform_backoffs (
  platform text primary key check (platform in ('tiktok', 'youtube', 'instagram', 'twitch')),
  until timestamptz not null,
  -- refusals in a row, without an answer in between
  times int not null check (times > 0),
  reason text not null
);

-- From here on a clip may be counted together with others of its account, before it is due itself.
alter table clip_tracking add column pull_from timestamptz;
-- The next moment whose count is final: the end of the window or its recheck.
alter table clip_tracking add column final_by timestamptz;
drop index clip_tracking_due;
create index clip_tracking_due on clip_tracking (platform, next_poll_at) where state = 'polling';
create index clip_tracking_final on clip_tracking (platform, final_by) where state = 'polling' and final_by is not null;
create index clip_tracking_account on clip_tracking (connection_id) where state = 'polling';
