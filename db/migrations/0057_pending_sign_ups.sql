-- A sign-up is no account yet: what the opened link names becomes it, so that nobody's sign-up changes another one's.
-- Mailed links are rows of verifications whose value is the id here. On the machine's clock, as those are.
create table pending_sign_ups (
  id uuid primary key,
  -- many may wait for one address: only its owner can tell which is theirs
  email text not null check (email = lower(email)),
  role text not null check (role in ('host', 'clipper')),
  password_hash text not null,
  terms_accepted_at timestamptz,
  terms_version text,
  age_confirmed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pending_sign_ups_email on pending_sign_ups (email);
create index pending_sign_ups_expires_at on pending_sign_ups (expires_at);

-- Nobody was ever signed in to an account that waited for its link; its person signs up again.
delete from verifications where value in (select id::text from users where not email_verified);
delete from users where not email_verified;
-- An account exists once its address is proved.
alter table users
  alter column email_verified set default true,
  add constraint users_email_verified check (email_verified);
