set local lock_timeout = '2s';
alter table media_files
  add column check_at timestamptz,
  add column sha256 text,
  add column fingerprint text,
  add constraint media_files_sha256_hex check (sha256 ~ '^[0-9a-f]{64}$'),
  add constraint media_files_fingerprint_hex check (fingerprint ~ '^[0-9a-f]{64}$');
comment on column media_files.check_at is
  'When a source video whose bytes have all arrived is checked; null while bytes are missing and once it was checked.';
comment on column media_files.sha256 is 'Of the bytes of a checked source video; equal ones are stored once.';
comment on column media_files.fingerprint is
  'SHA-256 of the first and the last MiB, as the sender computed it: whether a file chosen later is the one that was begun.';
comment on column media_files.state is
  'uploading: bytes are missing (the file''s size says which), or all are here and check_at is set. erased: the row stays while a listing''s history names it; a job removes the bytes, then clears ready_at.';
create index media_files_check_at on media_files (check_at) where check_at is not null;
create index media_files_sha256 on media_files (sha256) where kind = 'source' and state = 'ready';
