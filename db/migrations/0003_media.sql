create table media_files (
  id uuid primary key,
  owner_id uuid not null references users (id),
  kind text not null constraint media_files_kind_known check (kind in ('source', 'photo', 'screenshot')),
  state text not null constraint media_files_state_known check (state in ('uploading', 'ready', 'refused', 'erased')),
  file_name text not null constraint media_files_file_name_length check (length(file_name) <= 255),
  content_type text not null,
  size_bytes bigint not null constraint media_files_size_bytes_not_negative check (size_bytes >= 0),
  duration_ms bigint,
  width int,
  height int,
  storage_key text not null unique,
  refusal text,
  created_at timestamptz not null,
  ready_at timestamptz,
  remove_at timestamptz
);
comment on table media_files is 'Uploaded source videos, profile photos and screenshots. The bytes are on disk.';
comment on column media_files.state is
  'erased: the row stays while a listing''s history names it; a job removes the bytes, then clears ready_at.';
comment on column media_files.storage_key is 'Made by the server, never from the file''s name.';
comment on column media_files.remove_at is
  'When an upload is removed that nothing uses; null once something uses it or its bytes are gone.';
create index media_files_erased on media_files (id) where state = 'erased' and ready_at is not null;
create index media_files_owner on media_files (owner_id, created_at desc);
create index media_files_remove_at on media_files (remove_at) where remove_at is not null;
create index media_files_space
  on media_files (owner_id) include (size_bytes) where kind = 'source' and state in ('uploading', 'ready');
comment on index media_files_space is
  'What the source videos take up, those included that were announced and still come in.';
