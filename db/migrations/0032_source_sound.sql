set local lock_timeout = '2s';
alter table media_files
  add column sound text,
  add column sound_codec text,
  add column sound_slices integer not null default 0,
  add column sound_tries integer not null default 0,
  add column sound_due_at timestamptz,
  add constraint media_files_sound_known
    check (sound in ('ready', 'silent', 'undecodable', 'unreadable')),
  add constraint media_files_sound_slices_not_negative check (sound_slices >= 0),
  add constraint media_files_sound_tries_not_negative check (sound_tries >= 0);
comment on column media_files.sound is
  'Of a source video, once it was tried: ready (fingerprint and peaks lie beside the file), silent (it has no sound), undecodable (nothing here decodes sound_codec), unreadable. Null: still to do.';
comment on column media_files.sound_slices is 'So many parts of five minutes are in the files of fingerprint and peaks.';
comment on column media_files.sound_due_at is
  'When the next part is read: later than now while a process reads one, or after one failed. Null: as soon as the file is ready.';
create index media_files_sound_due on media_files ((coalesce(sound_due_at, ready_at)))
  where sound is null and state = 'ready' and kind = 'source';
comment on index media_files_sound_due is 'Source videos whose sound is to be prepared; read every second.';
