set local lock_timeout = '2s';
alter table second_factors add column backup_codes_sealed text;
comment on column second_factors.backup_codes_sealed is
  'The unused backup codes, with which a person without the authenticator app signs in. Null: none were made yet.';
comment on table second_factors is
  'A code from an authenticator app (RFC 6238), needed after the password or the sign-in with Google. Admins of a live '
  'system must have one. Real time, like sessions.';
