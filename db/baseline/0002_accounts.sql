create function email_mark(address text) returns text language sql immutable strict parallel safe as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(box, '.', '') || '@gmail.com'
    else box || '@' || domain end
  from (select split_part(split_part(lower(trim(address)), '@', 1), '+', 1) as box,
    split_part(lower(trim(address)), '@', 2) as domain) parts
$$;
comment on function email_mark is
  'Identifies a mailbox whatever its spelling: ignores letter case, the part after a plus sign, and Gmail''s dots.';

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
  demo_changed_at timestamptz,
  constraint users_payouts_allowed_when_banned check (payouts_allowed_at is null or banned_at is not null)
);
comment on table users is
  'People and their accounts. A table of better-auth under our name (mapped in server/modules/accounts/auth.ts), like '
  'sessions, credentials and verifications.';
comment on column users.role is 'Null until the person has chosen (a sign-in with Google has no role).';
comment on column users.admin_username is 'An admin signs in by user name at /admin.';
comment on column users.payouts_allowed_at is
  'A banned clipper''s money is kept until the ban is lifted, or until an admin has reviewed it and allows its payout.';
comment on column users.age_confirmed_at is 'When the person confirmed at sign-up that they are of age.';
comment on column users.terms_version is 'The version of the terms that was accepted at sign-up.';
comment on column users.closed_at is 'When the person closed the account.';
comment on column users.demo_changed_at is
  'When a visitor last changed something with this demo account; null: not since it was seeded.';
comment on constraint users_payouts_allowed_when_banned on users is
  'Only a banned person''s money needs permission to be paid.';
comment on constraint users_email_verified on users is 'An account exists once its address is verified.';
create unique index users_admin_username on users (lower(admin_username)) where admin_username is not null;
comment on index users_admin_username is 'One admin per name.';
create index users_by_name on users (left(lower(name), 30), id);
comment on index users_by_name is 'Admins'' list of people by name: people without a profile.';
create index users_closed on users (id) where closed_at is not null;
comment on index users_closed is 'Closed accounts are checked for remaining money.';
create unique index users_email on users (email);
comment on index users_email is 'One account per address.';
create index users_email_start on users (email text_pattern_ops);
comment on index users_email_start is 'Finds a person by the beginning of the address.';
create index users_few on users (id) where banned_at is not null or role = 'admin';
comment on index users_few is 'Admins'' list of people filtered to banned people or admins, who are few.';
create index users_id_end on users (right(id::text, 8));
comment on index users_id_end is 'The last eight characters of the id, which pages and logs show.';
create index users_name_start on users (lower(name) text_pattern_ops);
comment on index users_name_start is 'Finds a person without a username by the beginning of the name.';

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
comment on table sessions is 'Signed-in people and their browsers. Real time.';
comment on column sessions.confirmed_at is
  'When the person of this session last proved their identity; acts that move money require it again after a while.';
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
comment on table verifications is 'Mailed links that verify an address or reset a password.';
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
  'A sign-up is not an account yet: the opened link names the row that becomes one, so that no sign-up changes another '
  'person''s. Mailed links are rows of verifications whose value is the id here. On the machine''s clock, like those.';
comment on column pending_sign_ups.email is 'Many may wait for one address: only its owner knows which is theirs.';
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
  'A code from an authenticator app (RFC 6238), required of an admin after the password. Real time, like sessions.';
comment on column second_factors.confirmed_at is 'Null until a first code has shown that the app has the secret.';
comment on column second_factors.last_step is
  'The 30-second step of the last accepted code, so that none is accepted twice.';

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
  'Keys with which programs act for a person, within scopes (contract/api-keys/api-scopes.ts) and until they expire, on the '
  'machine''s clock.';
comment on column api_keys.prefix is 'The beginning of the secret, the only part that is stored unhashed.';
comment on column api_keys.secret_hash is
  'SHA-256 of the secret, which has 32 random bytes, so guessing needs no slow hash as a defence.';
comment on column api_keys.previous_hash is
  'Hash of the secret before the last change, which is valid until previous_until.';
comment on column api_keys.last_used_at is 'Written at most once a minute.';
create index api_keys_owner_id on api_keys (owner_id, created_at desc);
create unique index api_keys_previous_hash on api_keys (previous_hash);
create unique index api_keys_secret_hash on api_keys (secret_hash);

create table discord_links (
  user_id uuid not null,
  discord_id text not null,
  discord_name text not null,
  linked_at timestamptz not null,
  constraint discord_links_pkey primary key (user_id),
  constraint discord_links_user foreign key (user_id) references users on delete cascade,
  constraint discord_links_one_person unique (discord_id)
);
comment on table discord_links is
  'The Discord account whose commands may read what its person sees here. Commands change nothing.';
comment on column discord_links.discord_id is 'The account''s id at Discord, which each signed message contains.';
comment on column discord_links.discord_name is 'The account''s name when it was linked, so that its person recognizes it.';
comment on constraint discord_links_one_person on discord_links is 'A Discord account belongs to one person.';

create table discord_link_codes (
  user_id uuid not null,
  code_hash bytea not null,
  expires_at timestamptz not null,
  constraint discord_link_codes_pkey primary key (user_id),
  constraint discord_link_codes_user foreign key (user_id) references users on delete cascade,
  constraint discord_link_codes_hash unique (code_hash)
);
comment on table discord_link_codes is 'The newest code that a person was shown for Discord; deleted when it is used.';
