set local lock_timeout = '2s';
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
