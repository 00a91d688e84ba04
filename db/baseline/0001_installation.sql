create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
              placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
              from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;
comment on function uuid_v7 is
  'Ids made inside set-based statements are time-ordered like those the server makes (RFC 9562, version 7).';

create table installation (
  only_row boolean default true primary key constraint installation_one_row check (only_row),
  mode text not null constraint installation_mode_known check (mode in ('demo', 'staging', 'live')),
  recorded_at timestamptz not null,
  secret_id text,
  secret_since timestamptz,
  constraint installation_secret_both check ((secret_id is null) = (secret_since is null))
);
comment on table installation is
  'The mode of this database for ever: demo, staging (real platforms, test money) or live. Simulated counts, test cards '
  'and sandboxes must never become owed money. Written once, by the first start; the app may not change it.';
comment on column installation.secret_id is
  'Identifies the secret that seals and signs by purpose, without revealing it. Null: the previous release, which has '
  'one key for all purposes, may still run; npm run rotate-secret ends that.';
comment on column installation.secret_since is
  'When this secret came into use; older signatures may need the previous secret.';
revoke update, delete on installation from permille_app;
grant update (secret_id, secret_since) on installation to permille_app;

create table dev_clock (
  only_row boolean default true primary key constraint dev_clock_one_row check (only_row),
  offset_ms bigint not null default 0 constraint dev_clock_offset_ms_not_negative check (offset_ms >= 0)
);
comment on table dev_clock is
  'How far tools moved the clock forward; survives a restart, so time never runs backwards.';

create table app_login (
  role text not null,
  password text not null,
  constraint app_login_pkey primary key (role)
);
comment on table app_login is
  'The app''s login to this database, when APP_DATABASE_URL names none. Only the owner of the tables may read it.';
comment on column app_login.password is
  'Generated once. A process with a new owner password finds the same one, so running processes are not affected.';
revoke all on app_login from permille_app;

create table idempotency_keys (
  actor_id uuid not null,
  key text not null constraint idempotency_keys_key_length check (length(key) between 8 and 200),
  request_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (actor_id, key)
);
comment on table idempotency_keys is
  'A request with an idempotency key has its effect once: this row commits together with the effect.';
create index idempotency_keys_created_at on idempotency_keys (created_at);

create table webhook_events (
  provider text not null
    constraint webhook_events_provider_known check (provider in ('stripe', 'paypal', 'tiktok', 'instagram')),
  event_id text not null,
  type text not null,
  received_at timestamptz not null,
  payload_hash bytea not null,
  primary key (provider, event_id)
);
comment on table webhook_events is
  'Messages of payment providers, by the provider''s own id: a repeated message has its effect once.';
comment on column webhook_events.provider is 'tiktok and instagram report when a person withdraws the consent.';
comment on column webhook_events.payload_hash is
  'Hash of the message, to compare a provider''s log with ours; never the message itself, which names people.';
create index webhook_events_received on webhook_events (received_at);

create unlogged table rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  hits int not null,
  expires_at timestamptz not null,
  primary key (bucket, window_start)
);
comment on table rate_limits is
  'Requests counted per bucket and window, on the server''s real clock; shared by all processes.';
comment on column rate_limits.expires_at is 'Windows are minutes, hours or days long, so each row has its own expiry.';
create index rate_limits_expires_at on rate_limits (expires_at);

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
comment on table alarms is
  'The last time each part of System Health was wrong, so that the operator is notified once when a problem begins and '
  'once when it ends.';
comment on column alarms.well_since is 'When the problem ended; null while it exists. The alarm ends some time later.';
comment on column alarms.posted_at is 'When the operator''s webhook accepted the newest state; null: not yet.';

create table job_activity (
  only_row boolean not null default true,
  active_at timestamptz not null,
  constraint job_activity_pkey primary key (only_row),
  constraint job_activity_one_row check (only_row)
);
comment on table job_activity is 'Whether any process runs the jobs; processes without jobs read it.';
comment on column job_activity.active_at is
  'When a process last ran its jobs, on the database''s clock; noted every fifteen seconds.';

create table job_failures (
  process_id uuid not null,
  job text not null,
  failures integer not null,
  failing_since timestamptz not null,
  noted_at timestamptz not null,
  constraint job_failures_pkey primary key (process_id, job),
  constraint job_failures_positive check (failures > 0)
);
comment on table job_failures is 'Jobs whose last runs in a row failed, by process. On the database''s clock.';
comment on column job_failures.failures is 'The number of failed runs in a row.';
comment on column job_failures.noted_at is 'When the process last noted it; a dead process notes nothing more.';

create table backups (
  part text primary key constraint backups_part_known check (part in ('database', 'files')),
  made_at timestamptz,
  proved_at timestamptz,
  failed_at timestamptz,
  failure text,
  constraint backups_failure_both check ((failed_at is null) = (failure is null))
);
comment on table backups is
  'The last backup of each part of this installation, by any tool. System Health, doctor and /metrics read it, so every '
  'way of backing up writes it.';
comment on column backups.made_at is
  'When the newest complete backup began; later changes are not in it. Null: none was ever recorded.';
comment on column backups.proved_at is 'When a backup was last restored as a test, and was complete. Null: never.';
comment on column backups.failed_at is 'When the newest attempt failed; null once a later one succeeded.';
-- The table never has other rows than these two.
revoke insert, delete on backups from permille_app;
insert into backups (part) values ('database'), ('files');

create table audit_log (
  id uuid primary key,
  occurred_at timestamptz not null,
  actor_id uuid,
  actor_kind text not null
    constraint audit_log_actor_kind_known check (actor_kind in ('host', 'clipper', 'admin', 'system', 'anonymous')),
  action text not null,
  subject_type text not null,
  subject_id uuid,
  data jsonb not null default '{}',
  request_id text
);
comment on table audit_log is 'Who did what, when. Append-only: the app may not change or delete a row.';
create index audit_log_occurred_at on audit_log (occurred_at desc, id desc);
create index audit_log_subject on audit_log (subject_type, subject_id, occurred_at desc);
revoke update, delete on audit_log from permille_app;

create function expire_audit_rows(moment timestamptz, after_at timestamptz, after_id uuid, most int)
returns table (last_at text, last_id uuid, expired bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
declare
  -- A demo's clock runs ahead of the database's; elsewhere nobody may name a later moment.
  latest timestamptz := case when exists (select from public.installation where mode = 'demo') then moment
    else least(moment, now()) end;
begin
  if most > 10000 then raise exception 'at most 10000 rows at once'; end if;
  return query
  with seen as materialized (
    select a.id, a.occurred_at,
      a.subject_type in ('connection', 'score', 'support_message', 'takedown_request')
        or (a.subject_type = 'user' and a.action ~ '^(account|profile)\.' and a.action <> 'account.payouts_allowed')
        as ordinary
    from public.audit_log a
    where (a.occurred_at, a.id) > (after_at, after_id) and a.occurred_at < latest - interval '2 years'
    order by a.occurred_at, a.id limit most
  ), gone as (
    delete from public.audit_log a using seen s
    where a.id = s.id and (s.ordinary or s.occurred_at < latest - interval '10 years')
    returning a.id
  )
  select s.occurred_at::text, s.id, (select count(*) from gone) from seen s order by s.occurred_at desc, s.id desc limit 1;
end $$;
comment on function expire_audit_rows is
  'Reads this many audit rows after the given one, in order of time, and deletes expired ones: after ten years, or after '
  'two if the row concerns no money. Returns the last row that it read, with its time to the microsecond; no row at the end. '
  'Runs as the owner, because the app''s role may not delete audit rows and this function deletes only expired ones.';
revoke execute on function expire_audit_rows from public;
grant execute on function expire_audit_rows to permille_app;
