create table profiles (
  user_id uuid primary key references users (id) on delete cascade,
  username text not null constraint profiles_username_format check (username ~ '^[a-z0-9_]{3,30}$'),
  full_name text not null,
  avatar_media_id uuid references media_files (id),
  earnings_hidden boolean not null default false,
  onboarding_completed_at timestamptz,
  created_at timestamptz not null
);
comment on table profiles is 'What others see of a person.';
create index profiles_avatar on profiles (avatar_media_id) where avatar_media_id is not null;
comment on index profiles_avatar is 'Asked whenever a file is deleted.';
create unique index profiles_username on profiles (username);
comment on index profiles_username is 'One person for a name.';

create table connections (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  platform text not null
    constraint connections_platform_known check (platform in ('tiktok', 'youtube', 'instagram', 'twitch')),
  external_id text not null,
  handle text not null,
  display_name text not null,
  followers bigint,
  access_token_sealed text,
  refresh_token_sealed text,
  access_token_expires_at timestamptz,
  scopes text not null default '',
  state text not null constraint connections_state_known check (state in ('active', 'dead', 'removed')),
  connected_at timestamptz not null,
  removed_at timestamptz,
  refresh_leased_until timestamptz,
  verified_by text not null default 'oauth'
    constraint connections_verified_by_known check (verified_by in ('oauth', 'code')),
  found_text text constraint connections_found_text_length check (length(found_text) <= 2000),
  app_scoped_id text
);
comment on table connections is
  'A platform account of a person: consented to by OAuth, or verified by a code in its bio.';
comment on column connections.access_token_sealed is 'Encrypted with the server''s key; null once disconnected.';
comment on column connections.refresh_leased_until is
  'While a process asks the platform for new tokens it holds no lock and no connection, only this lease: until then '
  'nobody else uses the refresh token, which may work once. Real time, for it outlives a process that died.';
comment on column connections.verified_by is
  'code: where a platform has no keys here, a code in the bio verifies whose the account is.';
comment on column connections.found_text is 'Exactly what stood in the bio when the code was found.';
comment on column connections.app_scoped_id is
  'Instagram names an account towards each app by an id of its own, also when its person takes the consent back.';
create index connections_app_scoped on connections (platform, app_scoped_id) where app_scoped_id is not null;
create unique index connections_one_owner on connections (platform, external_id) where state <> 'removed';
comment on index connections_one_owner is 'A platform account serves one person at a time.';
create index connections_user on connections (user_id) where state <> 'removed';

create table connection_attempts (
  state text primary key,
  user_id uuid not null references users (id) on delete cascade,
  platform text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz not null
);
comment on table connection_attempts is 'Consents that were begun and have not come back from the platform.';

create table connection_codes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  platform text not null
    constraint connection_codes_platform_known check (platform in ('tiktok', 'youtube', 'instagram', 'twitch')),
  handle text not null,
  code text not null unique,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  found_text text constraint connection_codes_found_text_length check (length(found_text) <= 2000),
  checked_at timestamptz,
  used_at timestamptz
);
comment on table connection_codes is
  'Codes that a person puts into the bio of an account, where the platform has no keys here. An admin looks for '
  'them.';
comment on column connection_codes.handle is 'Lower case, without the @.';
comment on column connection_codes.found_text is 'What an admin found in the bio at the last look.';
create index connection_codes_expiry on connection_codes (expires_at) where used_at is null;
create unique index connection_codes_waiting on connection_codes (user_id, platform) where used_at is null;
comment on index connection_codes_waiting is 'One code at a time for each platform of a person.';

create table platform_calls (
  platform text not null
    constraint platform_calls_platform_known check (platform in ('tiktok', 'youtube', 'instagram', 'twitch')),
  bucket text not null,
  day date not null,
  units bigint not null constraint platform_calls_units_not_negative check (units >= 0),
  slice_at timestamptz not null,
  slice_units int not null constraint platform_calls_slice_units_not_negative check (slice_units >= 0),
  primary key (platform, bucket, day)
);
comment on table platform_calls is
  'What was asked of each platform on each of its own days: nothing leaves that an allowance does not cover.';
comment on column platform_calls.bucket is 'Calls that share an allowance at the platform.';
comment on column platform_calls.day is 'The platform''s day: YouTube''s begins at midnight in California.';
comment on column platform_calls.slice_at is 'The newest ten seconds, where the platform counts by the minute.';

create table platform_backoffs (
  platform text
    primary key
    constraint platform_backoffs_platform_known check (platform in ('tiktok', 'youtube', 'instagram', 'twitch')),
  until timestamptz not null,
  times int not null constraint platform_backoffs_times_positive check (times > 0),
  reason text not null
);
comment on table platform_backoffs is 'A platform that asked to be left alone, for all processes.';
comment on column platform_backoffs.times is 'Refusals in a row, without an answer in between.';

create table lookup_quotas (
  user_id uuid primary key references users (id),
  day date not null,
  lookups int not null constraint lookup_quotas_lookups_positive check (lookups > 0)
);
comment on table lookup_quotas is
  'How often a person had platforms asked on the newest day (UTC) on which they did: what platforms allow is '
  'everybody''s.';

create table deletion_requests (
  code text primary key,
  done_at timestamptz not null,
  accounts int not null constraint deletion_requests_accounts_not_negative check (accounts >= 0)
);
comment on table deletion_requests is
  'What became of a request to delete what came from a platform: its page says so, and names nobody.';
comment on column deletion_requests.accounts is 'How many connected accounts it meant.';
revoke update, delete on deletion_requests from permille_app;
