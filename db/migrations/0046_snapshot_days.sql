-- Snapshots in a part for each day (UTC): what is old goes by dropping a part, not by deleting rows. Parts are made ahead by
-- the job "tracking.snapshot-days"; the default part holds what has no day of its own and what is kept of days that went.
alter table view_snapshots rename to view_snapshots_before;
alter table view_snapshots_before rename constraint view_snapshots_pkey to view_snapshots_before_pkey;

create table view_snapshots (
  submission_id uuid not null references submissions (id),
  fetched_at timestamptz not null,
  views bigint not null check (views >= 0),
  likes bigint,
  comments bigint,
  shares bigint,
  source text not null,
  counting_rule text not null,
  primary key (submission_id, fetched_at)
) partition by range (fetched_at);
create table view_snapshots_default partition of view_snapshots default;
revoke update, delete on view_snapshots from permille_app;
revoke all on view_snapshots_default from permille_app;

-- Makes the parts of so many days from the first on and returns how many were missing. As the owner, for the product's role
-- may make no tables. Rather fails than lets readers and writers wait.
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

-- Ends the days before this one and returns how many. Kept are the snapshots that money was computed from, which receipts
-- name, and of clips that are still counted the last one of each day, which their score needs.
create function expire_snapshot_days(before date) returns int
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
        or (exists (select from public.clip_tracking t where t.submission_id = v.submission_id and t.state = ''polling'')
          and not exists (select from public.%I w where w.submission_id = v.submission_id and w.fetched_at > v.fetched_at))',
      part, part);
    execute format('drop table public.%I', part);
    ended := ended + 1;
  end loop;
  delete from public.view_snapshots_default v
  where v.fetched_at < before
    and not exists (select from public.accruals a where a.submission_id = v.submission_id and a.counted_at = v.fetched_at)
    and (not exists (select from public.clip_tracking t where t.submission_id = v.submission_id and t.state = 'polling')
      or exists (select from public.view_snapshots_default w where w.submission_id = v.submission_id
        and w.fetched_at > v.fetched_at and w.fetched_at < date_trunc('day', v.fetched_at) + interval '1 day'));
  return ended;
end $$;
revoke execute on function make_snapshot_days, expire_snapshot_days from public;
grant execute on function make_snapshot_days, expire_snapshot_days to permille_app;

-- The rows there are: the days of the newest three months get parts, older rows go to the default part.
select make_snapshot_days(greatest(min(fetched_at), max(fetched_at) - interval '90 days')::date,
  (max(fetched_at)::date - greatest(min(fetched_at), max(fetched_at) - interval '90 days')::date) + 1)
from view_snapshots_before having count(*) > 0;
insert into view_snapshots select * from view_snapshots_before;
drop table view_snapshots_before;
