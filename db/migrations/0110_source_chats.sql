set local lock_timeout = '2s';
create table source_chats (
  media_id uuid not null constraint source_chats_pkey primary key
    constraint source_chats_media references media_files on delete cascade,
  per_second integer[] not null constraint source_chats_within_a_day check (cardinality(per_second) between 1 and 86400),
  given_at timestamptz not null
);
comment on table source_chats is
  'How many chat messages a source video''s host counted in each second of it. Names and texts are never sent or stored.';
grant select, insert, update, delete on source_chats to permille_app;
