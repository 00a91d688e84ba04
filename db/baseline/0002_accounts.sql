create function email_mark(address text) returns text language sql immutable strict parallel safe as $$
  select case when domain in ('gmail.com', 'googlemail.com') then replace(box, '.', '') || '@gmail.com'
    else box || '@' || domain end
  from (select split_part(split_part(lower(trim(address)), '@', 1), '+', 1) as box,
    split_part(lower(trim(address)), '@', 2) as domain) parts
$$;
comment on function email_mark is
  'One mailbox, however it is written: without letter case, what stands behind a plus sign, and Gmail''s dots.';

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
comment on column users.demo_changed_at is 'When somebody last changed something by this demo account; null: nothing since it was seeded.';
comment on constraint users_payouts_allowed_when_banned on users is 'Only money of a banned person needs to be let go.';
comment on constraint users_email_verified on users is 'An account exists once its address is verified.';
create unique index users_admin_username on users (lower(admin_username)) where admin_username is not null;
comment on index users_admin_username is 'One admin for a name.';
create index users_by_name on users (left(lower(name), 30), id);
comment on index users_by_name is 'Admins'' list of people by name, of those who have no profile yet.';
create index users_closed on users (id) where closed_at is not null;
comment on index users_closed is 'Closed accounts are asked for what they hold.';
create unique index users_email on users (email);
comment on index users_email is 'One account for an address.';
create index users_email_start on users (email text_pattern_ops);
comment on index users_email_start is 'Finds a person by the beginning of the address.';
create index users_few on users (id) where banned_at is not null or role = 'admin';
comment on index users_few is 'Admins'' list of people narrowed to the banned ones or to admins, who are few among all.';
create index users_id_end on users (right(id::text, 8));
comment on index users_id_end is 'The eight characters by which pages and logs name it.';
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
comment on table discord_links is 'Which account on Discord may ask, by commands there, what its person sees here. Nothing is changed from there.';
comment on column discord_links.discord_id is 'Of the account at Discord, which proves it in each message.';
comment on column discord_links.discord_name is 'As it was called when it was linked, for its person to know it by.';
comment on constraint discord_links_one_person on discord_links is 'An account on Discord speaks for one person.';

create table discord_link_codes (
  user_id uuid not null,
  code_hash bytea not null,
  expires_at timestamptz not null,
  constraint discord_link_codes_pkey primary key (user_id),
  constraint discord_link_codes_user foreign key (user_id) references users on delete cascade,
  constraint discord_link_codes_hash unique (code_hash)
);
comment on table discord_link_codes is 'The last code that a person was shown to type on Discord; it goes when it is used.';
