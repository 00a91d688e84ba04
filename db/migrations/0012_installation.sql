-- Test and live never mix: simulated counts and test cards must not become money that is owed. A database is one or the
-- other from its first start on.
create table installation (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('demo', 'live')),
  recorded_at timestamptz not null
);
-- Written once: what was paid by test cards stays that for ever.
revoke update, delete, truncate on installation from permille_app;

-- A database that was in use before modes were recorded tells by what is in it.
insert into installation (mode, recorded_at)
select case when exists (select from users where is_demo) or exists (select from audit_log where subject_type = 'demo')
            then 'demo' else 'live' end, clock_timestamp()
where exists (select from users);
