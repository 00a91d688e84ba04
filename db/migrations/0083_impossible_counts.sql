set local lock_timeout = '2s';

alter table clip_tracking add column doubted_views bigint;
comment on column clip_tracking.doubted_views is 'A count so far from the one before that it is read a second time before it counts; null when there is none.';
alter table clip_tracking drop constraint clip_tracking_trouble_known;
alter table clip_tracking add constraint clip_tracking_trouble_known check (trouble in
  ('post_hidden', 'not_connected', 'no_counts', 'quota', 'no_answer', 'not_set_up', 'failed', 'impossible_count')) not valid;

create table settlement_failures (
  listing_id uuid not null,
  failed_at timestamptz not null,
  retry_at timestamptz not null,
  constraint settlement_failures_pkey primary key (listing_id)
);
comment on table settlement_failures is 'Listings whose clips could not be settled. They are left out of the settlement of all others and tried alone.';
comment on column settlement_failures.failed_at is 'When it failed first.';

create table job_failures (
  process_id uuid not null,
  job text not null,
  failures integer not null,
  failing_since timestamptz not null,
  noted_at timestamptz not null,
  constraint job_failures_pkey primary key (process_id, job),
  constraint job_failures_positive check (failures > 0)
);
comment on table job_failures is 'Jobs whose last runs in a row failed, by process. On the clock of the database.';
comment on column job_failures.failures is 'How many runs in a row failed.';
comment on column job_failures.noted_at is 'When the process last noted it; a process that died notes nothing more.';
