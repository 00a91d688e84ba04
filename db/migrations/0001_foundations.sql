-- Ids made inside set-based statements are time-ordered like those the server makes (RFC 9562, version 7).
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
              placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
              from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

-- A request with an idempotency key has its effect once: this row commits together with the effect.
create table idempotency_keys (
  actor_id uuid not null,
  key text not null check (length(key) between 8 and 200),
  request_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (actor_id, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

create table audit_log (
  id uuid primary key,
  occurred_at timestamptz not null,
  actor_id uuid,
  actor_kind text not null check (actor_kind in ('host', 'clipper', 'admin', 'system', 'anonymous')),
  action text not null,
  subject_type text not null,
  subject_id uuid,
  data jsonb not null default '{}',
  request_id text
);
create index audit_log_occurred_at on audit_log (occurred_at desc, id desc);
create index audit_log_subject on audit_log (subject_type, subject_id, occurred_at desc);
-- Append-only: nobody rewrites what was done.
revoke update, delete, truncate on audit_log from permille_app;

-- Transactional outbox: a mail is written with the change it tells of and leaves after the commit.
create table outbound_emails (
  id uuid primary key,
  to_address text not null,
  subject text not null,
  body_text text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  last_error text
);
create index outbound_emails_waiting on outbound_emails (next_attempt_at) where state = 'waiting';
create index outbound_emails_created_at on outbound_emails (created_at desc, id desc);

-- How far tools moved the clock forward; survives a restart, so time never runs backwards.
create table dev_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0 check (offset_ms >= 0)
);
