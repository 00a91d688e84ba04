create function make_snapshot_days(first_day date, days int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  made int := 0;
  part text;
  day date;
begin
  if days > 400 then raise exception 'at most 400 days at once'; end if;
  -- Of processes that make the same days one waits for the other.
  perform pg_advisory_xact_lock(7306180143);
  for i in 0 .. days - 1 loop
    day := first_day + i;
    part := 'view_snapshots_' || to_char(day, 'YYYYMMDD');
    continue when to_regclass('public.' || part) is not null;
    execute format('create table public.%I (like public.view_snapshots including defaults including constraints including indexes)', part);
    execute format('revoke all on public.%I from permille_app', part);
    execute format('with moved as (delete from public.view_snapshots_default where fetched_at >= %L and fetched_at < %L returning *)
      insert into public.%I select * from moved', day::timestamptz, (day + 1)::timestamptz, part);
    execute format('alter table public.view_snapshots attach partition public.%I for values from (%L) to (%L)',
      part, day::timestamptz, (day + 1)::timestamptz);
    made := made + 1;
  end loop;
  return made;
end $$;
comment on function make_snapshot_days is
  'Makes the parts of so many days from the first on and returns how many were missing. As the owner, for the '
  'product''s role may make no tables. Rather fails than lets readers and writers wait.';
revoke execute on function make_snapshot_days from public;
grant execute on function make_snapshot_days to permille_app;

create function last_snapshot_days_end() returns date
language sql stable security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
  select (case when exists (select from public.installation where mode = 'live') then now()
    else greatest(now(), (select max(fetched_at) from public.view_snapshots)) end)::date - 30
$$;
comment on function last_snapshot_days_end is
  'The last day before which days may be ended. A live system''s clock is the database''s; a demo''s runs ahead, '
  'with its counts.';
revoke execute on function last_snapshot_days_end from public;
grant execute on function last_snapshot_days_end to permille_app;

create function contested_clips() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
  with since as materialized (select public.last_snapshot_days_end() + 30 - 14 as at)
  select submission_id from public.fraud_holds, since where state in ('open', 'escalated') or decided_at >= since.at
  union
  select submission_id from public.appeals, since where state in ('open', 'escalated') or decided_at >= since.at
  union
  select id from public.submissions, since where status = 'rejected' and decided_at >= since.at
$$;
comment on function contested_clips is
  'What somebody is yet to decide on, or may still appeal, can be looked at as it was counted. The clips of which '
  'something is open, or was decided in the last fourteen days: seven to appeal, and seven more to say so and be '
  'answered.';
revoke execute on function contested_clips from public;

create function end_snapshot_days(before date) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set lock_timeout = '2s' as $$
declare
  ended int := 0;
  part text;
begin
  perform pg_advisory_xact_lock(7306180143);
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.view_snapshots'::regclass and c.relname ~ '^view_snapshots_\d{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') < before
    order by c.relname limit 10
  loop
    execute format('alter table public.view_snapshots detach partition public.%I', part);
    execute format('insert into public.view_snapshots
      select v.* from public.%I v
      where exists (select from public.accruals a where a.submission_id = v.submission_id and a.counted_at = v.fetched_at)
        or v.submission_id in (select public.contested_clips())
        or (exists (select from public.clip_tracking t where t.submission_id = v.submission_id and t.state = ''polling'')
          and not exists (select from public.%I w where w.submission_id = v.submission_id and w.fetched_at > v.fetched_at))',
      part, part);
    execute format('drop table public.%I', part);
    ended := ended + 1;
  end loop;
  delete from public.view_snapshots_default v
  where v.fetched_at < before
    and not exists (select from public.accruals a where a.submission_id = v.submission_id and a.counted_at = v.fetched_at)
    and v.submission_id not in (select public.contested_clips())
    and (not exists (select from public.clip_tracking t where t.submission_id = v.submission_id and t.state = 'polling')
      or exists (select from public.view_snapshots_default w where w.submission_id = v.submission_id
        and w.fetched_at > v.fetched_at and w.fetched_at < date_trunc('day', v.fetched_at) + interval '1 day'));
  return ended;
end $$;
comment on function end_snapshot_days is
  'Ends the days before this one and returns how many. Kept are the snapshots that money was computed from, which '
  'receipts name, all of contested clips, and of clips that are still counted the last one of each day, which their '
  'score needs.';
revoke execute on function end_snapshot_days from public;

create function expire_snapshot_days(before date) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set lock_timeout = '2s' as $$
begin
  if before > public.last_snapshot_days_end() then
    raise exception 'the counts of the last 30 days stay: % is after %', before, public.last_snapshot_days_end();
  end if;
  return public.end_snapshot_days(before);
end $$;
comment on function expire_snapshot_days is
  'end_snapshot_days for the product''s role, which may end days of snapshots but never the last thirty: whatever '
  'it is told, those counts stay.';
revoke execute on function expire_snapshot_days from public;
grant execute on function expire_snapshot_days to permille_app;
