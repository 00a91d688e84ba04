set local lock_timeout = '2s';
create table alarms (
  name text not null,
  detail text not null,
  raised_at timestamptz not null,
  well_since timestamptz,
  ended_at timestamptz,
  posted_at timestamptz,
  constraint alarms_pkey primary key (name),
  constraint alarms_ended_after_raised check (ended_at >= raised_at)
);
comment on table alarms is 'The last time each part of System Health was wrong, so that the operator is told once when that begins and once when it ends.';
comment on column alarms.well_since is 'Since when nothing is wrong with it any more; null while something is. The alarm ends some time after.';
comment on column alarms.posted_at is 'When the operator''s webhook took what is newest; null: still to do.';
