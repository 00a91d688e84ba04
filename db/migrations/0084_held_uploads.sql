set local lock_timeout = '2s';

-- Null of uploads that an older release began: they count in full.
alter table media_files add column held_bytes bigint;
alter table media_files add constraint media_files_held_within_size check (held_bytes between 0 and size_bytes) not valid;
alter table media_files validate constraint media_files_held_within_size;
comment on column media_files.held_bytes is 'Of an upload whose bytes are not all here: how many of them count in the space of all, those that arrived and those that the request under way may still bring. Null: all of size_bytes.';

create index media_files_held on media_files (kind) include (size_bytes, held_bytes)
  where state = 'uploading' and check_at is null and held_bytes is not null;
comment on index media_files_held is 'Uploads that take up less than they announced; summed before each part of an upload is taken.';
