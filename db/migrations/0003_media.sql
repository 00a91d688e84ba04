create table media_files (
  id uuid primary key,
  owner_id uuid not null references users (id),
  kind text not null check (kind in ('source', 'photo', 'screenshot')),
  state text not null check (state in ('uploading', 'ready', 'refused')),
  file_name text not null check (length(file_name) <= 255),
  content_type text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  duration_ms bigint,
  width int,
  height int,
  -- made by the server, never from the file's name
  storage_key text not null unique,
  refusal text,
  created_at timestamptz not null,
  ready_at timestamptz
);
create index media_files_owner on media_files (owner_id, created_at desc);
