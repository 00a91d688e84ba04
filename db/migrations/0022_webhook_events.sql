-- Messages of payment providers, by the provider's own id: what came twice has its effect once.
create table webhook_events (
  provider text not null check (provider in ('stripe', 'paypal')),
  event_id text not null,
  type text not null,
  received_at timestamptz not null,
  -- what was taken, so that a provider's log can be compared with ours; never the message itself, which names people
  payload_hash bytea not null,
  primary key (provider, event_id)
);
create index webhook_events_received on webhook_events (received_at);
