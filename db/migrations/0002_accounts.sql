create table users (
  id uuid primary key,
  email text not null constraint users_email_lower_case check (email = lower(email)),
  email_verified boolean not null default true constraint users_email_verified check (email_verified),
  name text not null,
  image text,
  role text constraint users_role_known check (role in ('host', 'clipper', 'admin')),
  admin_username text,
  is_demo boolean not null default false,
  banned_at timestamptz,
  ban_reason text,
  terms_accepted_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  payouts_allowed_at timestamptz,
  age_confirmed_at timestamptz,
  terms_version text,
  closed_at timestamptz,
  constraint users_payouts_allowed_when_banned check (payouts_allowed_at is null or banned_at is not null)
);
comment on table users is
  'People and their accounts. A table of better-auth under our name (mapped in server/modules/accounts/auth.ts), as '
  'are sessions, credentials and verifications.';
comment on column users.role is 'Null until the person has chosen (a sign-in with Google carries no role).';
comment on column users.admin_username is 'An admin signs in by user name at /admin.';
comment on column users.payouts_allowed_at is
  'A banned clipper''s money stays where it is until the ban is lifted, or until an admin has reviewed it and lets '
  'it be paid.';
comment on column users.age_confirmed_at is 'When the person confirmed on signing up to be of age.';
comment on column users.terms_version is 'The version of the terms that was agreed to on signing up.';
comment on column users.closed_at is 'When the account was closed at its own wish.';
comment on constraint users_payouts_allowed_when_banned on users is 'Only money of a banned person needs to be let go.';
comment on constraint users_email_verified on users is 'An account exists once its address is verified.';
create unique index users_admin_username on users (lower(admin_username)) where admin_username is not null;
comment on index users_admin_username is 'One admin for a name.';
create index users_closed on users (id) where closed_at is not null;
comment on index users_closed is 'Closed accounts are asked for what they hold.';
create unique index users_email on users (email);
comment on index users_email is 'One account for an address.';

create function email_mark(address text) returns text language sql immutable strict parallel safe as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(box, '.', '') || '@gmail.com'
    else box || '@' || domain end
  from (select split_part(split_part(lower(trim(address)), '@', 1), '+', 1) as box,
    split_part(lower(trim(address)), '@', 2) as domain) parts
$$;
comment on function email_mark is
  'One mailbox, however it is written: without letter case, what stands behind a plus sign, and Gmail''s dots.';

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  confirmed_at timestamptz not null default clock_timestamp()
);
comment on table sessions is 'Who is signed in, and where. Real time.';
comment on column sessions.confirmed_at is
  'When the person of this session last proved who they are; what moves money asks for it again after a while.';
create index sessions_user_id on sessions (user_id);

create table credentials (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (provider_id, account_id)
);
comment on table credentials is 'How a person signs in: a password, or an account at Google.';
create index credentials_user_id on credentials (user_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
comment on table verifications is 'Links that were mailed: to verify an address, or to reset a password.';
create index verifications_identifier on verifications (identifier);

create table pending_sign_ups (
  id uuid primary key,
  email text not null constraint pending_sign_ups_email_lower_case check (email = lower(email)),
  role text not null constraint pending_sign_ups_role_known check (role in ('host', 'clipper')),
  password_hash text not null,
  terms_accepted_at timestamptz,
  terms_version text,
  age_confirmed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table pending_sign_ups is
  'A sign-up is no account yet: what the opened link names becomes it, so that nobody''s sign-up changes another '
  'one''s. Mailed links are rows of verifications whose value is the id here. On the machine''s clock, as those '
  'are.';
comment on column pending_sign_ups.email is 'Many may wait for one address: only its owner can tell which is theirs.';
create index pending_sign_ups_email on pending_sign_ups (email);
create index pending_sign_ups_expires_at on pending_sign_ups (expires_at);

create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  secret_sealed text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  tries int not null default 0,
  locked_until timestamptz
);
comment on table second_factors is
  'A code from an authenticator app (RFC 6238), asked of an admin after the password. Real time, like sessions.';
comment on column second_factors.confirmed_at is 'Null until a first code has shown that the app holds the secret.';
comment on column second_factors.last_step is
  'The 30-second step of the last code that was taken: none is taken twice.';
