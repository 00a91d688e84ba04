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
  mode text not null constraint installation_mode_known check (mode in ('demo', 'live')),
  recorded_at timestamptz not null
);
comment on table installation is
  'Whether this database is a demo or live, from its first start on and for ever: simulated counts and test cards '
  'must not become money that is owed. Written once; the app may not change it.';
revoke update, delete on installation from permille_app;

create table dev_clock (
  only_row boolean default true primary key constraint dev_clock_one_row check (only_row),
  offset_ms bigint not null default 0 constraint dev_clock_offset_ms_not_negative check (offset_ms >= 0)
);
comment on table dev_clock is
  'How far tools moved the clock forward; survives a restart, so time never runs backwards.';

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
  'Messages of payment providers, by the provider''s own id: what came twice has its effect once.';
comment on column webhook_events.provider is 'tiktok and instagram say when a person takes the consent back.';
comment on column webhook_events.payload_hash is
  'What was taken, so that a provider''s log can be compared with ours; never the message itself, which names '
  'people.';
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
comment on column rate_limits.expires_at is
  'Windows are minutes, hours and days long: each row says itself when its count is forgotten.';
create index rate_limits_expires_at on rate_limits (expires_at);

create table outbound_emails (
  id uuid primary key,
  to_address text not null,
  subject text not null,
  body_text text not null,
  state text not null default 'waiting'
    constraint outbound_emails_state_known check (state in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  last_error text
);
comment on table outbound_emails is
  'Transactional outbox: a mail is written with the change it tells of and leaves after the commit.';
create index outbound_emails_created_at on outbound_emails (created_at desc, id desc);
create index outbound_emails_waiting on outbound_emails (next_attempt_at) where state = 'waiting';

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
