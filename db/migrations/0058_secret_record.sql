set local lock_timeout = '2s';
alter table installation
  add column secret_id text,
  add column secret_since timestamptz,
  add constraint installation_secret_both check ((secret_id is null) = (secret_since is null));
comment on column installation.secret_id is
  'Names the secret under which everything is sealed and signed by purpose, without revealing it. Null: the release before may still run, which knows one key for all; npm run rotate-secret ends that.';
comment on column installation.secret_since is 'Since when; what is signed and older may need the secret before.';
grant update (secret_id, secret_since) on installation to permille_app;
