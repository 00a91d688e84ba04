-- What somebody is yet to decide on, or may still appeal, can be looked at as it was counted. The clips of which something is
-- open, or was decided in the last fourteen days: seven to appeal, and seven more to say so and be answered.
create function contested_clips() returns setof uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
  with since as materialized (select public.last_snapshot_days_end() + 30 - 14 as at)
  select submission_id from public.fraud_holds, since where state in ('open', 'escalated') or decided_at >= since.at
  union
  select submission_id from public.appeals, since where state in ('open', 'escalated') or decided_at >= since.at
  union
  select id from public.submissions, since where status = 'rejected' and decided_at >= since.at
$$;
revoke execute on function contested_clips from public;

-- As before, but that all counts of those clips are kept too.
create or replace function end_snapshot_days(before date) returns int
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
