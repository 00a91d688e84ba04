-- The product's role may end days of snapshots, but never the last thirty: whatever it is told, those counts stay.
alter function expire_snapshot_days rename to end_snapshot_days;
revoke execute on function end_snapshot_days from permille_app;

-- The last day before which days may be ended. A live system's clock is the database's; a demo's runs ahead, with its counts.
create function last_snapshot_days_end() returns date
language sql stable security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
  select (case when exists (select from public.installation where mode = 'live') then now()
    else greatest(now(), (select max(fetched_at) from public.view_snapshots)) end)::date - 30
$$;

create function expire_snapshot_days(before date) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set lock_timeout = '2s' as $$
begin
  if before > public.last_snapshot_days_end() then
    raise exception 'the counts of the last 30 days stay: % is after %', before, public.last_snapshot_days_end();
  end if;
  return public.end_snapshot_days(before);
end $$;
revoke execute on function last_snapshot_days_end, expire_snapshot_days from public;
grant execute on function last_snapshot_days_end, expire_snapshot_days to permille_app;
