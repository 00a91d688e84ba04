-- Tables of better-auth, under our names (mapped in server/modules/accounts/auth.ts).
create table users (
  id uuid primary key,
  email text not null,
  email_verified boolean not null default false,
  name text not null,
  image text,
  -- null until the person has chosen (a sign-in with Google carries no role)
  role text check (role in ('host', 'clipper', 'admin')),
  -- an admin signs in by user name at /admin
  admin_username text,
  is_demo boolean not null default false,
  banned_at timestamptz,
  ban_reason text,
  terms_accepted_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (email = lower(email))
);
create unique index users_email on users (email);
create unique index users_admin_username on users (lower(admin_username)) where admin_username is not null;

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
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
create index credentials_user_id on credentials (user_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index verifications_identifier on verifications (identifier);

-- Requests counted per bucket and window, on the server's real clock; shared by all processes.
create unlogged table rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  hits int not null,
  primary key (bucket, window_start)
);
