-- Trusted since PostgreSQL 13: the database's owner may create it. Without it searches read whole tables.
do $$
declare
  opclass text;
  place record;
begin
  begin
    create extension if not exists pg_trgm;
  exception when others then
    raise notice 'pg_trgm is not there (%), so searches of the admin panel read whole tables', sqlerrm;
  end;
  select format('%I.gin_trgm_ops', n.nspname) into opclass
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  if opclass is null then return; end if;
  for place in
    select * from (values
      ('users', 'name'), ('users', 'email'), ('profiles', 'username'), ('listings', 'title'),
      ('payouts', 'destination'), ('payouts', 'reference'), ('deposits', 'reference'), ('deposits', 'bank_reference')
    ) places (of, col)
  loop
    execute format('create index %I on %I using gin (%I %s)', place.of || '_parts_of_' || place.col, place.of, place.col, opclass);
    execute format('comment on index %I is %L', place.of || '_parts_of_' || place.col, 'Admins search by part of a word. Absent without pg_trgm.');
  end loop;
end
$$;
