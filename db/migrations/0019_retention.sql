create function expire_audit_rows(moment timestamptz, after_at timestamptz, after_id uuid, most int)
returns table (last_at text, last_id uuid, expired bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
declare
  -- A demo's clock runs ahead of the database's; elsewhere nobody may name a later moment.
  latest timestamptz := case when exists (select from public.installation where mode = 'demo') then moment
    else least(moment, now()) end;
begin
  if most > 10000 then raise exception 'at most 10000 rows at once'; end if;
  return query
  with seen as materialized (
    select a.id, a.occurred_at,
      a.subject_type in ('connection', 'score', 'support_message', 'takedown_request')
        or (a.subject_type = 'user' and a.action ~ '^(account|profile)\.' and a.action <> 'account.payouts_allowed')
        as ordinary
    from public.audit_log a
    where (a.occurred_at, a.id) > (after_at, after_id) and a.occurred_at < latest - interval '2 years'
    order by a.occurred_at, a.id limit most
  ), gone as (
    delete from public.audit_log a using seen s
    where a.id = s.id and (s.ordinary or s.occurred_at < latest - interval '10 years')
    returning a.id
  )
  select s.occurred_at::text, s.id, (select count(*) from gone) from seen s order by s.occurred_at desc, s.id desc limit 1;
end $$;
comment on function expire_audit_rows is
  'Looks at so many audit rows after this one, in order of time, and deletes those past their life: ten years, two where '
  'the row is about nobody''s money. Returns the last row it looked at, its moment to the microsecond; none when there is none left. As the owner, for '
  'the product''s role may delete no row of the log, and by this function none that is younger.';
revoke execute on function expire_audit_rows from public;
grant execute on function expire_audit_rows to permille_app;
