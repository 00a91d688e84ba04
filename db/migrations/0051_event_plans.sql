set local lock_timeout = '2s';
-- PL/pgSQL keeps the plan of the first call, and with it how many rows the statement of that call changed: after one that
-- changed a single row, a join of thousands was a nested loop. What is executed as text is planned for the rows at hand.
create or replace function write_notification_events() returns trigger language plpgsql as $$
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

create or replace function write_submission_events() returns trigger language plpgsql as $$
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

create or replace function write_clip_events() returns trigger language plpgsql as $$
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

create or replace function write_payout_events() returns trigger language plpgsql as $$
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

comment on column events.xid is
  'The writing transaction. Rows become visible when it commits, not in the order of their numbers, so a reader compares '
  'with snapshots (server/modules/events/read-events.ts) and never keeps the highest number that it saw.';
