set local lock_timeout = '2s';
create table passkeys (
  id uuid primary key,
  user_id uuid not null constraint passkeys_user references users on delete cascade,
  credential_id text not null constraint passkeys_credential_id_length check (length(credential_id) between 1 and 1364),
  public_key bytea not null,
  sign_count bigint not null constraint passkeys_sign_count_positive check (sign_count >= 0),
  transports text[] not null,
  is_synced boolean not null,
  name text not null constraint passkeys_name_length check (char_length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
comment on table passkeys is
  'Passkeys (Web Authentication) with which people sign in. The private key never leaves its authenticator. Real time, like sessions.';
comment on column passkeys.credential_id is 'The authenticator''s name of the key, in base64url.';
comment on column passkeys.public_key is 'The key that verifies signatures, in COSE.';
comment on column passkeys.sign_count is
  'The authenticator''s count at the last use; 0 if it does not count. A count that does not grow is a copied key.';
comment on column passkeys.transports is 'How a browser reaches the authenticator, as it said itself.';
comment on column passkeys.is_synced is 'Whether the authenticator said at the last use that other devices have the key too.';
create unique index passkeys_credential_id on passkeys (credential_id);
comment on index passkeys_credential_id is 'A passkey signs in to one account.';
create index passkeys_user_id on passkeys (user_id, created_at desc);
grant select, insert, update, delete on passkeys to permille_app;

comment on table verifications is 'Mailed links, and questions that a passkey answers. Each works once.';
