set local lock_timeout = '2s';
create table result_links (
  id uuid primary key,
  listing_id uuid not null references listings (id) on delete cascade,
  host_id uuid not null references users (id) on delete cascade,
  made_by uuid not null references users (id) on delete cascade,
  token_hash bytea not null constraint result_links_token_is_hashed check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz,
  last_opened_at timestamptz,
  constraint result_links_expires_later check (expires_at > created_at)
);
comment on table result_links is
  'Links by which anybody reads the results of a listing, without private data. Deleting the row revokes the link.';
comment on column result_links.made_by is 'The person who made the link for the host.';
comment on column result_links.token_hash is 'SHA-256 of the token, which is not stored.';
comment on column result_links.expires_at is 'Null for a link that works until it is revoked.';
create unique index result_links_token_hash on result_links (token_hash);
create index result_links_listing on result_links (listing_id, created_at desc, id desc);
create index result_links_host on result_links (host_id);
create index result_links_made_by on result_links (made_by);
create index result_links_expires_at on result_links (expires_at) where expires_at is not null;
grant select, insert, update, delete on result_links to permille_app;
