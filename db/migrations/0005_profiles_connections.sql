create table profiles (
  user_id uuid primary key references users (id) on delete cascade,
  username text not null check (username ~ '^[a-z0-9_]{3,30}$'),
  full_name text not null,
  avatar_media_id uuid references media_files (id),
  earnings_hidden boolean not null default false,
  onboarding_completed_at timestamptz,
  created_at timestamptz not null
);
create unique index profiles_username on profiles (username);

create table connections (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  platform text not null check (platform in ('tiktok', 'youtube', 'instagram', 'twitch')),
  external_id text not null,
  handle text not null,
  display_name text not null,
  followers bigint,
  -- encrypted with the server's key; null once disconnected
  access_token_sealed text,
  refresh_token_sealed text,
  access_token_expires_at timestamptz,
  scopes text not null default '',
  state text not null check (state in ('active', 'dead', 'removed')),
  connected_at timestamptz not null,
  removed_at timestamptz
);
-- A platform account serves one person at a time.
create unique index connections_one_owner on connections (platform, external_id) where state <> 'removed';
create index connections_user on connections (user_id) where state <> 'removed';

create table connection_attempts (
  state text primary key,
  user_id uuid not null references users (id) on delete cascade,
  platform text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz not null
);

create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  title text not null,
  body text not null,
  link text not null,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notifications_user on notifications (user_id, created_at desc, id desc);
