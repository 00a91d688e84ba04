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
comment on column events.subject_id is
  'The id of the object that the first word of the kind names; null if the event concerns several.';
comment on constraint events_kind_noun_verb on events is 'A kind is noun.verb: submission.approved.';
comment on constraint events_known_to_somebody on events is 'An event has at least one possible reader.';
grant select, insert, delete on events to permille_app;

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
