set local lock_timeout = '2s';
create table push_keys (
  id uuid not null default gen_random_uuid(),
  only_row boolean not null default true,
  public_key text not null,
  private_key_sealed text not null,
  created_at timestamptz not null,
  constraint push_keys_pkey primary key (only_row),
  constraint push_keys_one_row check (only_row)
);
comment on table push_keys is
  'By which push services know this server (VAPID, RFC 8292), made once; not used where VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are set.';

create table push_subscriptions (
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint_hash bytea not null,
  sealed text not null,
  host text not null,
  shows_details boolean not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint push_subscriptions_pkey primary key (id),
  constraint push_subscriptions_user foreign key (user_id) references users on delete cascade,
  constraint push_subscriptions_session foreign key (session_id) references sessions on delete cascade,
  constraint push_subscriptions_endpoint unique (endpoint_hash),
  constraint push_subscriptions_endpoint_is_hashed check (octet_length(endpoint_hash) = 32)
);
comment on table push_subscriptions is
  'Browsers that show notifications. One ends with the session in which it was made, so a browser shows nothing of who signed out of it.';
comment on column push_subscriptions.sealed is
  'Address and keys of the browser at its push service, as JSON: whoever has them can write to the browser.';
comment on column push_subscriptions.host is 'Of the push service.';
comment on column push_subscriptions.shows_details is
  'Whether titles and texts, with names and amounts, may stand on the screen of this device.';
create index push_subscriptions_user on push_subscriptions (user_id, created_at);
comment on index push_subscriptions_user is 'The browsers of a person.';
create index push_subscriptions_session on push_subscriptions (session_id);
comment on index push_subscriptions_session is 'What ends with a session.';
