-- Where a platform has no keys here, a code in the person's bio verifies whose the account is.
alter table connections add column verified_by text not null default 'oauth' check (verified_by in ('oauth', 'code'));
-- exactly what stood in the bio when the code was found
alter table connections add column found_text text check (length(found_text) <= 2000);

create table connection_codes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  platform text not null check (platform in ('tiktok', 'youtube', 'instagram', 'twitch')),
  -- lower case, without the @
  handle text not null,
  code text not null unique,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  -- what an admin found in the bio at the last look
  found_text text check (length(found_text) <= 2000),
  checked_at timestamptz,
  used_at timestamptz
);
-- One code at a time for each platform of a person.
create unique index connection_codes_waiting on connection_codes (user_id, platform) where used_at is null;
create index connection_codes_expiry on connection_codes (expires_at) where used_at is null;
