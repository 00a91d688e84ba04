create table webhook_endpoints (
  id uuid not null,
  owner_id uuid not null,
  url text not null,
  kinds text[] not null,
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  state text not null default 'enabled',
  disabled_reason text,
  consecutive_failures integer not null default 0,
  paused_until timestamptz,
  listens_from pg_snapshot not null default pg_current_snapshot(),
  created_at timestamptz not null,
  format text not null default 'standard',
  name text,
  constraint webhook_endpoints_pkey primary key (id),
  constraint webhook_endpoints_owner foreign key (owner_id) references users,
  constraint webhook_endpoints_one_per_url unique (owner_id, url),
  constraint webhook_endpoints_kinds_chosen check (cardinality(kinds) > 0),
  constraint webhook_endpoints_previous_secret_ends
    check ((previous_secret_sealed is null) = (previous_secret_until is null)),
  constraint webhook_endpoints_state_known check (state in ('enabled', 'disabled')),
  constraint webhook_endpoints_disabled_reason_known check (disabled_reason in ('owner', 'gone', 'failing')),
  constraint webhook_endpoints_disabled_has_reason check ((state = 'disabled') = (disabled_reason is not null)),
  constraint webhook_endpoints_failures_count check (consecutive_failures >= 0),
  constraint webhook_endpoints_format_known check (format in ('standard', 'discord')),
  constraint webhook_endpoints_discord_named check ((format = 'discord') = (name is not null))
);
comment on table webhook_endpoints is
  'Receivers of the events that a person may know, by Standard Webhooks (docs/webhooks.md).';
comment on column webhook_endpoints.secret_sealed is
  'Signs the messages, and is shown once, when it is made. For Discord it is the token at the end of the URL, which is '
  'stored nowhere else.';
comment on column webhook_endpoints.previous_secret_sealed is
  'Also signs until its end, so that a receiver has time to change the secret.';
comment on column webhook_endpoints.disabled_reason is
  'owner: turned off by its owner. gone: the receiver answered 410, or Discord that there is no such webhook. failing: '
  'twenty attempts in a row failed.';
comment on column webhook_endpoints.consecutive_failures is
  'Failed attempts since the last success. Simultaneous attempts count as one.';
comment on column webhook_endpoints.paused_until is 'A failing receiver gets no messages until then.';
comment on column webhook_endpoints.listens_from is
  'A snapshot: the endpoint gets the events of all transactions that were not committed then, however early they began.';
comment on column webhook_endpoints.format is
  'standard: events by Standard Webhooks. discord: messages for people, posted in a channel by a Discord webhook.';
comment on column webhook_endpoints.name is 'The host''s name for a Discord channel.';
comment on constraint webhook_endpoints_one_per_url on webhook_endpoints is
  'A person has one endpoint per URL, so a repeated request creates no second one.';

create table webhook_deliveries (
  id uuid not null default gen_random_uuid(),
  endpoint_id uuid not null,
  event_id uuid not null,
  kind text not null,
  occurred_at timestamptz not null,
  subject_id uuid,
  submission_id uuid,
  listing_id uuid,
  state text not null default 'waiting',
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  lease_id uuid,
  leased_until timestamptz,
  last_attempt_at timestamptz,
  last_status integer,
  last_ms integer,
  last_error text,
  last_response text,
  created_at timestamptz not null,
  constraint webhook_deliveries_pkey primary key (id),
  constraint webhook_deliveries_endpoint foreign key (endpoint_id) references webhook_endpoints on delete cascade,
  constraint webhook_deliveries_once unique (endpoint_id, event_id),
  constraint webhook_deliveries_state_known check (state in ('waiting', 'delivered', 'failed')),
  constraint webhook_deliveries_waiting_is_due check ((state = 'waiting') = (next_attempt_at is not null)),
  constraint webhook_deliveries_lease_ends check ((lease_id is null) = (leased_until is null))
);
comment on table webhook_deliveries is
  'Messages to an endpoint, sent or waiting, with the last attempt. Kept for 30 days. Payloads are made from these ids '
  'when they are sent.';
comment on column webhook_deliveries.occurred_at is 'Real time, like events.';
comment on column webhook_deliveries.attempts is 'Since it was written or resent by its owner.';
comment on column webhook_deliveries.lease_id is
  'The lease of the running attempt; only its holder records the result. When a process dies, others take the row after '
  'the lease.';
comment on constraint webhook_deliveries_once on webhook_deliveries is
  'An event is delivered to an endpoint once, however often it is read.';
create index webhook_deliveries_created_at on webhook_deliveries (created_at);
comment on index webhook_deliveries_created_at is 'Deliveries old enough to be deleted.';
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at, id) where state = 'waiting';
comment on index webhook_deliveries_due is 'Waiting deliveries of each endpoint.';
create index webhook_deliveries_leased on webhook_deliveries (endpoint_id) where lease_id is not null;
comment on index webhook_deliveries_leased is 'The number of running attempts of each endpoint.';
create index webhook_deliveries_log on webhook_deliveries (endpoint_id, created_at desc, id desc);
comment on index webhook_deliveries_log is 'The log of an endpoint, newest first.';

create table webhook_positions (
  only_one boolean not null default true,
  snapshot pg_snapshot not null,
  constraint webhook_positions_pkey primary key (only_one),
  constraint webhook_positions_only_one check (only_one)
);
comment on table webhook_positions is
  'One row: the position up to which events were turned into deliveries, updated in the transaction that writes them.';
insert into webhook_positions (snapshot) values (pg_current_snapshot());
