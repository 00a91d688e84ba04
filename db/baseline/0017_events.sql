create table events (
  xid xid8 not null default pg_current_xact_id(),
  id uuid not null default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  readers uuid[] not null,
  for_admins boolean not null default false,
  subject_id uuid,
  submission_id uuid,
  listing_id uuid,
  constraint events_pkey primary key (xid, id),
  constraint events_kind_noun_verb check (kind ~ '^[a-z_]+\.[a-z_]+$'),
  constraint events_known_to_somebody check (for_admins or cardinality(readers) > 0)
);
comment on table events is
  'Changes and who may know them, written in the transaction of the change and kept for a week. Ids only: readers with '
  'access read the subject itself. A row whose transaction rolls back never existed.';
comment on column events.xid is
  'The writing transaction. Rows become visible when it commits, not in the order of their numbers, so a reader '
  'compares with snapshots (server/modules/events/read-events.ts) and never keeps the highest number that it saw.';
comment on column events.at is 'Real time, like sessions: nothing of the domain is computed from it.';
comment on column events.readers is 'The people who may know. One row names all of them, however many a settlement pays.';
comment on column events.for_admins is 'All admins may know, too.';
comment on column events.subject_id is 'The id of the kind''s noun; null when there are several.';
comment on constraint events_kind_noun_verb on events is 'A kind is noun.verb: submission.approved.';
comment on constraint events_known_to_somebody on events is 'An event has at least one possible reader.';
grant select, insert, delete on events to permille_app;

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

-- PL/pgSQL reuses the plan of the first call, which assumes the first call's number of rows: after a call with a single
-- row, a join of thousands of rows was a nested loop. A statement executed as text is planned for its own rows.
create function write_notification_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, subject_id)
      select 'notification.created', array[n.user_id], n.id from new_rows n;
  else
    execute $sql$
      insert into events (kind, readers)
        select 'notification.read', array_agg(distinct n.user_id) from new_rows n join old_rows o on o.id = n.id
        where n.read_at is distinct from o.read_at having count(*) > 0
    $sql$;
  end if;
  return null;
end $$;
comment on function write_notification_events() is 'Only the person of a notification may know it.';

create function write_submission_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, for_admins, subject_id, submission_id, listing_id)
      select 'submission.submitted', array[n.clipper_id, l.host_id], true, n.id, n.id, n.listing_id
      from new_rows n join listings l on l.id = n.listing_id;
  else
    execute $sql$
      insert into events (kind, readers, for_admins, subject_id, submission_id, listing_id)
        select case when n.status <> o.status then 'submission.' || n.status else 'submission.changed' end,
          case when (n.status, n.decide_by, n.escalated) is distinct from (o.status, o.decide_by, o.escalated)
            then array[n.clipper_id, l.host_id] else array[l.host_id] end,
          true, n.id, n.id, n.listing_id
        from new_rows n join old_rows o on o.id = n.id join listings l on l.id = n.listing_id
        where (n.status, n.decide_by, n.escalated, n.decision, n.decision_commits_at)
          is distinct from (o.status, o.decide_by, o.escalated, o.decision, o.decision_commits_at)
    $sql$;
  end if;
  return null;
end $$;
comment on function write_submission_events() is
  'Readers of a clip''s events: its clipper, its host and the admins. The clipper is not notified of a decision that '
  'the host may still undo.';

create function write_clip_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, for_admins, subject_id, submission_id, listing_id)
      select tg_argv[0] || '.' || n.state, array[s.clipper_id, l.host_id], true, n.id, s.id, s.listing_id
      from new_rows n join submissions s on s.id = n.submission_id join listings l on l.id = s.listing_id;
  else
    execute $sql$
      insert into events (kind, readers, for_admins, subject_id, submission_id, listing_id)
        select $1 || '.' || n.state, array[s.clipper_id, l.host_id], true, n.id, s.id, s.listing_id
        from new_rows n join old_rows o on o.id = n.id
        join submissions s on s.id = n.submission_id join listings l on l.id = s.listing_id
        where n.state <> o.state
    $sql$ using tg_argv[0];
  end if;
  return null;
end $$;
comment on function write_clip_events() is
  'Readers of the events of fraud holds and appeals: the clip''s clipper, its host and the admins.';

create function write_attestation_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, for_admins, subject_id, submission_id)
      select 'attestation.sent', array[s.clipper_id], true, n.id, s.id
      from new_rows n join submissions s on s.id = n.submission_id;
  else
    insert into events (kind, readers, for_admins, subject_id, submission_id)
      select 'attestation.' || coalesce(n.decision, 'read'), array[s.clipper_id], true, n.id, s.id
      from new_rows n join old_rows o on o.id = n.id join submissions s on s.id = n.submission_id
      where (n.state, n.decision) is distinct from (o.state, o.decision);
  end if;
  return null;
end $$;
comment on function write_attestation_events() is 'Readers of a screenshot''s events: its clipper and the admins.';

create function write_message_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, subject_id, submission_id, listing_id)
      select 'message.sent', array[s.clipper_id, l.host_id], n.id, s.id, s.listing_id
      from new_rows n join submissions s on s.id = n.submission_id join listings l on l.id = s.listing_id;
  else
    insert into events (kind, readers, submission_id, listing_id)
      select 'message.read', array[s.clipper_id, l.host_id], s.id, s.listing_id
      from (select distinct n.submission_id from new_rows n join old_rows o on o.id = n.id
        where n.read_at is distinct from o.read_at) r
      join submissions s on s.id = r.submission_id join listings l on l.id = s.listing_id;
  end if;
  return null;
end $$;
comment on function write_message_events() is 'Only the host and the clipper of a clip read their messages.';

create function write_listing_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, for_admins, subject_id, listing_id)
      select 'listing.posted', array[n.host_id], true, n.id, n.id from new_rows n;
  else
    insert into events (kind, readers, for_admins, subject_id, listing_id)
      select 'listing.' || case when n.state = o.state then 'changed' when n.state = 'active' then 'resumed' else n.state end,
        array[n.host_id], true, n.id, n.id
      from new_rows n join old_rows o on o.id = n.id
      where (n.state, n.pause_reason, n.current_version, n.funded_micros, n.ends_at)
        is distinct from (o.state, o.pause_reason, o.current_version, o.funded_micros, o.ends_at);
    insert into events (kind, readers, subject_id, listing_id)
      select 'listing.topped_up', array[n.host_id], n.id, n.id
      from new_rows n join old_rows o on o.id = n.id where n.funded_micros > o.funded_micros;
  end if;
  return null;
end $$;
comment on function write_listing_events() is
  'A listing''s state, terms and funds, for its host and the admins. Added budget is a separate event for its host.';

create function write_deposit_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, for_admins, subject_id)
      select 'deposit.' || n.state, array[n.host_id], true, n.id from new_rows n;
  else
    insert into events (kind, readers, for_admins, subject_id)
      select 'deposit.' || case when n.state = o.state then 'changed' else n.state end, array[n.host_id], true, n.id
      from new_rows n join old_rows o on o.id = n.id
      where (n.state, n.failure, n.pending_since, n.frozen_at)
        is distinct from (o.state, o.failure, o.pending_since, o.frozen_at);
  end if;
  return null;
end $$;
comment on function write_deposit_events() is 'Readers of a deposit''s events: its host and the admins.';

create function write_refund_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, for_admins, subject_id)
      select 'refund.' || n.state, array[d.host_id], true, n.id from new_rows n join deposits d on d.id = n.deposit_id;
  else
    insert into events (kind, readers, for_admins, subject_id)
      select 'refund.' || n.state, array[d.host_id], true, n.id
      from new_rows n join old_rows o on o.id = n.id join deposits d on d.id = n.deposit_id
      where n.state <> o.state;
  end if;
  return null;
end $$;
comment on function write_refund_events() is 'Refunds of a deposit, for its host and the admins.';

create function write_payout_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into events (kind, readers, for_admins, subject_id)
      select 'payout.' || n.state, array[n.clipper_id], true, n.id from new_rows n;
  else
    execute $sql$
      insert into events (kind, readers, for_admins, subject_id)
        select 'payout.' || case when n.state = o.state then 'changed' else n.state end, array[n.clipper_id], true, n.id
        from new_rows n join old_rows o on o.id = n.id
        where (n.state, n.destination, n.reference, n.failure, n.batch_id, n.not_before)
          is distinct from (o.state, o.destination, o.reference, o.failure, o.batch_id, o.not_before)
    $sql$;
  end if;
  return null;
end $$;
comment on function write_payout_events() is 'Readers of a payout''s events: its clipper and the admins.';

create function write_admin_events() returns trigger language plpgsql as $$
begin
  insert into events (kind, readers, for_admins)
    select tg_argv[0], '{}', true where exists (select from new_rows);
  return null;
end $$;
comment on function write_admin_events() is 'Events that only admins see: one per statement, however many rows it writes.';

create trigger events_insert after insert on notifications
  referencing new table as new_rows for each statement execute function write_notification_events();
create trigger events_update after update on notifications
  referencing old table as old_rows new table as new_rows for each statement execute function write_notification_events();
create trigger events_insert after insert on submissions
  referencing new table as new_rows for each statement execute function write_submission_events();
create trigger events_update after update on submissions
  referencing old table as old_rows new table as new_rows for each statement execute function write_submission_events();
create trigger events_insert after insert on fraud_holds
  referencing new table as new_rows for each statement execute function write_clip_events('fraud_hold');
create trigger events_update after update on fraud_holds
  referencing old table as old_rows new table as new_rows for each statement execute function write_clip_events('fraud_hold');
create trigger events_insert after insert on appeals
  referencing new table as new_rows for each statement execute function write_clip_events('appeal');
create trigger events_update after update on appeals
  referencing old table as old_rows new table as new_rows for each statement execute function write_clip_events('appeal');
create trigger events_insert after insert on view_attestations
  referencing new table as new_rows for each statement execute function write_attestation_events();
create trigger events_update after update on view_attestations
  referencing old table as old_rows new table as new_rows for each statement execute function write_attestation_events();
create trigger events_insert after insert on submission_messages
  referencing new table as new_rows for each statement execute function write_message_events();
create trigger events_update after update on submission_messages
  referencing old table as old_rows new table as new_rows for each statement execute function write_message_events();
create trigger events_insert after insert on listings
  referencing new table as new_rows for each statement execute function write_listing_events();
create trigger events_update after update on listings
  referencing old table as old_rows new table as new_rows for each statement execute function write_listing_events();
create trigger events_insert after insert on deposits
  referencing new table as new_rows for each statement execute function write_deposit_events();
create trigger events_update after update on deposits
  referencing old table as old_rows new table as new_rows for each statement execute function write_deposit_events();
create trigger events_insert after insert on deposit_refunds
  referencing new table as new_rows for each statement execute function write_refund_events();
create trigger events_update after update on deposit_refunds
  referencing old table as old_rows new table as new_rows for each statement execute function write_refund_events();
create trigger events_insert after insert on payouts
  referencing new table as new_rows for each statement execute function write_payout_events();
create trigger events_update after update on payouts
  referencing old table as old_rows new table as new_rows for each statement execute function write_payout_events();
create trigger events_insert after insert on attestation_confirmations
  referencing new table as new_rows for each statement execute function write_admin_events('attestation.seen');
create trigger events_insert after insert on identity_matches
  referencing new table as new_rows for each statement execute function write_admin_events('identity_match.changed');
create trigger events_update after update on identity_matches
  referencing new table as new_rows for each statement execute function write_admin_events('identity_match.changed');
create trigger events_insert after insert on support_messages
  referencing new table as new_rows for each statement execute function write_admin_events('support.changed');
create trigger events_update after update on support_messages
  referencing new table as new_rows for each statement execute function write_admin_events('support.changed');
create trigger events_insert after insert on takedown_requests
  referencing new table as new_rows for each statement execute function write_admin_events('takedown.changed');
create trigger events_update after update on takedown_requests
  referencing new table as new_rows for each statement execute function write_admin_events('takedown.changed');
create trigger events_insert after insert on suspense_items
  referencing new table as new_rows for each statement execute function write_admin_events('suspense.changed');
create trigger events_update after update on suspense_items
  referencing new table as new_rows for each statement execute function write_admin_events('suspense.changed');
create trigger events_insert after insert on admin_agreements
  referencing new table as new_rows for each statement execute function write_admin_events('agreement.changed');
create trigger events_update after update on admin_agreements
  referencing new table as new_rows for each statement execute function write_admin_events('agreement.changed');
create trigger events_insert after insert on support_answers
  referencing new table as new_rows for each statement execute function write_admin_events('support.changed');
create trigger events_insert after insert on payout_late_statuses
  referencing new table as new_rows for each statement execute function write_admin_events('payout_status.changed');
create trigger events_update after update on payout_late_statuses
  referencing new table as new_rows for each statement execute function write_admin_events('payout_status.changed');
create trigger events_insert after insert on connection_codes
  referencing new table as new_rows for each statement execute function write_admin_events('code.changed');
create trigger events_update after update on connection_codes
  referencing new table as new_rows for each statement execute function write_admin_events('code.changed');
