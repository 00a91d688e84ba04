create table profiles (
  user_id uuid primary key references users (id) on delete cascade,
  username text not null constraint profiles_username_format check (username ~ '^[a-z0-9_]{3,30}$'),
  full_name text not null,
  avatar_media_id uuid references media_files (id),
  earnings_hidden boolean not null default false,
  onboarding_completed_at timestamptz,
  created_at timestamptz not null
);
comment on table profiles is 'The public part of a person.';
create index profiles_avatar on profiles (avatar_media_id) where avatar_media_id is not null;
comment on index profiles_avatar is 'Read when a file is deleted.';
create index profiles_by_name on profiles (left(lower(full_name), 30), user_id);
comment on index profiles_by_name is 'Admins'' list of people by name, cut to a cursor''s length.';
create unique index profiles_username on profiles (username);
comment on index profiles_username is 'One person per name.';
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
  'A person''s platform account: connected by OAuth consent, or verified by a code in its bio.';
comment on column connections.access_token_sealed is 'Encrypted with the server''s key; null once disconnected.';
comment on column connections.refresh_leased_until is
  'A process that requests new tokens holds no lock and no connection, only this lease: until then nobody else uses the '
  'refresh token, which may work only once. Real time, because the lease outlives a dead process.';
comment on column connections.verified_by is
  'code: the platform has no keys here, and a code in the bio proved the account''s owner.';
comment on column connections.found_text is 'The exact text of the bio in which the code was found.';
comment on column connections.app_scoped_id is
  'Instagram''s id of the account for this app, which a withdrawn consent names too.';
comment on column connections.next_check_at is
  'When the platform is asked whether the consent is still valid; tokens are renewed before they expire, even when no '
  'clip is counted. Null: at once.';
comment on column connections.ended_at is
  'When the consent was found to have ended, for a platform whose data is deleted some days later (YouTube). Null while '
  'it is valid.';
comment on column connections.analytics_released_at is
  'Since when the account''s owner shares its analytics. Null: only counts are read. It ends with the connection, '
  'however that ends.';
create index connections_app_scoped on connections (platform, app_scoped_id) where app_scoped_id is not null;
create index connections_check on connections (next_check_at nulls first) where state = 'active' and verified_by = 'oauth';
comment on index connections_check is 'Consents that are due for a check.';
create index connections_ended on connections (ended_at) where ended_at is not null;
comment on index connections_ended is 'Ended consents, in the order in which their data is deleted.';
create index connections_history on connections (user_id, connected_at desc, id desc);
comment on index connections_history is 'All connections of a person, ever; connections_user has the present ones.';
create unique index connections_one_owner on connections (platform, external_id) where state <> 'removed';
comment on index connections_one_owner is 'A platform account serves one person at a time.';
create index connections_released on connections (user_id) where analytics_released_at is not null;
comment on index connections_released is 'Accounts whose owners share analytics, which are few.';
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
comment on table connection_attempts is 'Consents that were begun and have not returned from the platform.';
comment on column connection_attempts.releases is
  'The connection whose analytics this consent shares; null: the consent connects an account.';

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
  'Codes that a person puts into an account''s bio when the platform has no keys here. An admin looks for them.';
comment on column connection_codes.handle is 'Lower case, without the @.';
comment on column connection_codes.found_text is 'The bio''s text at the admin''s last check.';
create index connection_codes_expiry on connection_codes (expires_at) where used_at is null;
create unique index connection_codes_waiting on connection_codes (user_id, platform) where used_at is null;
comment on index connection_codes_waiting is 'One waiting code per person and platform.';

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
comment on table analytics_consents is
  'The consent with which an account''s owner shares analytics, on a platform with a separate app for them (TikTok for '
  'Business). It ends with the sharing.';
comment on column analytics_consents.external_id is 'The account''s id for that app.';
comment on column analytics_consents.access_token_sealed is 'Encrypted with the server''s key.';
comment on column analytics_consents.refresh_leased_until is
  'As in connections: while a process requests new tokens, nobody else uses the refresh token. Real time.';
create index analytics_consents_account on analytics_consents (external_id);
comment on index analytics_consents_account is 'Finds another connection that uses a consent of the same account.';

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
comment on table platform_calls is 'The calls to each platform on each of its days, so that no call exceeds a quota.';
comment on column platform_calls.bucket is 'Calls that share a quota of the platform.';
comment on column platform_calls.day is 'The platform''s day: YouTube''s begins at midnight in California.';
comment on column platform_calls.slice_at is 'The newest ten seconds, for a platform with a quota per minute.';

create table platform_backoffs (
  platform text
    primary key
    constraint platform_backoffs_platform_known check (platform in ('tiktok', 'youtube', 'instagram', 'twitch')),
  until timestamptz not null,
  times int not null constraint platform_backoffs_times_positive check (times > 0),
  reason text not null
);
comment on table platform_backoffs is 'Platforms that asked for a pause, for all processes.';
comment on column platform_backoffs.times is 'Refusals in a row, without an answer in between.';

create table lookup_quotas (
  user_id uuid primary key references users (id),
  day date not null,
  lookups int not null constraint lookup_quotas_lookups_positive check (lookups > 0)
);
comment on table lookup_quotas is
  'The number of a person''s platform lookups on the newest day (UTC) with any: the platforms'' quotas are shared by '
  'all.';

create table deletion_requests (
  code text primary key,
  done_at timestamptz not null,
  accounts int not null constraint deletion_requests_accounts_not_negative check (accounts >= 0)
);
comment on table deletion_requests is
  'The result of a request to delete a platform''s data: its page shows it and names nobody.';
comment on column deletion_requests.accounts is 'The number of connected accounts that it concerned.';
revoke update, delete on deletion_requests from permille_app;

create function end_analytics() returns trigger language plpgsql as $$
begin
  new.analytics_released_at := null;
  return new;
end $$;
comment on function end_analytics() is 'An inactive connection shares no analytics, however it ended.';

create function delete_analytics() returns trigger language plpgsql as $$
begin
  delete from clip_analytics where connection_id = new.id;
  delete from analytics_consents where connection_id = new.id;
  return null;
end $$;
comment on function delete_analytics() is 'The end of sharing deletes its data and its consent in the same transaction.';

create trigger end_analytics before update on connections for each row
  when (new.state <> 'active' and new.analytics_released_at is not null) execute function end_analytics();
create trigger delete_analytics after update on connections for each row
  when (old.analytics_released_at is not null and new.analytics_released_at is null) execute function delete_analytics();
