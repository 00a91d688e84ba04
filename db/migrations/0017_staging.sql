alter table installation drop constraint installation_mode_known;
alter table installation add constraint installation_mode_known check (mode in ('demo', 'staging', 'live'));
comment on table installation is
  'Whether this database is a demo, staging (real platforms, test money) or live, from its first start on and for ever: '
  'simulated counts, test cards and sandboxes must not become money that is owed. Written once; the app may not change it.';
