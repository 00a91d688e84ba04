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
create index profiles_by_name on profiles (left(lower(full_name), 30), user_id);
comment on index profiles_by_name is 'Admins'' list of people by name; as long as a cursor writes it.';
create unique index profiles_username on profiles (username);
comment on index profiles_username is 'One person for a name.';
create index profiles_username_start on profiles (username text_pattern_ops);
comment on index profiles_username_start is 'Finds a person by the beginning of the username.';

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
  app_scoped_id text,
  next_check_at timestamptz,
  ended_at timestamptz,
  analytics_released_at timestamptz
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
comment on column connections.next_check_at is
  'When the platform is asked again whether the consent stands: its tokens are renewed before they end, also while no clip '
  'is counted. Null: at once.';
comment on column connections.ended_at is
  'Since when the consent is known to have ended, where what came of it goes some days later (YouTube). Null while it stands.';
comment on column connections.analytics_released_at is 'Since when the account''s owner releases its analytics. Null: counts alone are read. It ends with the connection, whoever ends that.';
create index connections_app_scoped on connections (platform, app_scoped_id) where app_scoped_id is not null;
create index connections_check on connections (next_check_at nulls first) where state = 'active' and verified_by = 'oauth';
comment on index connections_check is 'The consents that are due to be checked.';
create index connections_ended on connections (ended_at) where ended_at is not null;
comment on index connections_ended is 'The consents that ended, in the order in which what came of them goes.';
create index connections_history on connections (user_id, connected_at desc, id desc);
comment on index connections_history is 'All connections that a person ever had; connections_user has those that are left.';
create unique index connections_one_owner on connections (platform, external_id) where state <> 'removed';
comment on index connections_one_owner is 'A platform account serves one person at a time.';
create index connections_released on connections (user_id) where analytics_released_at is not null;
comment on index connections_released is 'The accounts whose owners release analytics: few of all.';
create index connections_user on connections (user_id) where state <> 'removed';

create table connection_attempts (
  state text primary key,
  user_id uuid not null references users (id) on delete cascade,
  platform text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz not null,
  releases uuid
);
comment on table connection_attempts is 'Consents that were begun and have not come back from the platform.';
comment on column connection_attempts.releases is 'The connection whose analytics the person releases by this consent; null: the consent connects an account.';

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

create table analytics_consents (
  connection_id uuid not null,
  external_id text not null,
  access_token_sealed text not null,
  refresh_token_sealed text,
  access_token_expires_at timestamptz not null,
  refresh_leased_until timestamptz,
  constraint analytics_consents_pkey primary key (connection_id),
  constraint analytics_consents_connection foreign key (connection_id) references connections on delete cascade
);
comment on table analytics_consents is 'The consent by which an account''s owner releases its analytics, where the platform has another app for them than for counts (TikTok for Business). It goes with the release.';
comment on column analytics_consents.external_id is 'The account''s id towards that app.';
comment on column analytics_consents.access_token_sealed is 'Encrypted with the server''s key.';
comment on column analytics_consents.refresh_leased_until is 'As of connections: while a process asks for new tokens, nobody else uses the refresh token. Real time.';
create index analytics_consents_account on analytics_consents (external_id);
comment on index analytics_consents_account is 'Whether another connection still lives by a consent of the same account.';

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

create function end_analytics() returns trigger language plpgsql as $$
begin
  new.analytics_released_at := null;
  return new;
end $$;
comment on function end_analytics() is 'A connection that is not active releases nothing, whichever way it ended.';

create function delete_analytics() returns trigger language plpgsql as $$
begin
  delete from clip_analytics where connection_id = new.id;
  delete from analytics_consents where connection_id = new.id;
  return null;
end $$;
comment on function delete_analytics() is 'What was read under a release goes with it, and so does the consent that it lived by, in the same transaction.';

create trigger end_analytics before update on connections for each row
  when (new.state <> 'active' and new.analytics_released_at is not null) execute function end_analytics();
create trigger delete_analytics after update on connections for each row
  when (old.analytics_released_at is not null and new.analytics_released_at is null) execute function delete_analytics();
