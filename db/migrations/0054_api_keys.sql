set local lock_timeout = '2s';
create table api_keys (
  id uuid not null,
  owner_id uuid not null,
  name text not null,
  prefix text not null,
  secret_hash bytea not null,
  previous_hash bytea,
  previous_until timestamptz,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint api_keys_pkey primary key (id),
  constraint api_keys_owner foreign key (owner_id) references users,
  constraint api_keys_name_length check (char_length(name) between 1 and 60),
  constraint api_keys_secret_is_hashed check (octet_length(secret_hash) = 32 and octet_length(previous_hash) = 32),
  constraint api_keys_previous_has_an_end check ((previous_hash is null) = (previous_until is null)),
  constraint api_keys_some_scope check (cardinality(scopes) > 0)
);
comment on table api_keys is
  'Keys by which programs act for a person, within scopes (contract/api-scopes.ts) and until they expire, on the machine''s clock.';
comment on column api_keys.prefix is 'How the secret begins; all of it that is kept as it is.';
comment on column api_keys.secret_hash is 'SHA-256 of the secret, which has 32 random bytes: no slow hash is needed against guessing.';
comment on column api_keys.previous_hash is 'Of the secret before the last change, which works until previous_until.';
comment on column api_keys.last_used_at is 'Written at most once a minute.';
create unique index api_keys_secret_hash on api_keys (secret_hash);
create unique index api_keys_previous_hash on api_keys (previous_hash);
create index api_keys_owner_id on api_keys (owner_id, created_at desc);
