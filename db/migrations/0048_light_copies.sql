set local lock_timeout = '2s';
alter table media_files
  add column light text,
  add column light_share real not null default 0,
  add column light_tries integer not null default 0,
  add column light_due_at timestamptz,
  add constraint media_files_light_known check (light in ('ready', 'unneeded', 'failed')),
  add constraint media_files_light_share_range check (light_share between 0 and 1),
  add constraint media_files_light_tries_not_negative check (light_tries >= 0);
comment on column media_files.light is
  'Of a source video, where FFMPEG_PATH is set: ready (a copy of 480 lines lies beside the file), unneeded (the video is as light itself), failed. Null: still to do, or nothing here makes copies.';
comment on column media_files.light_share is 'How much of the copy is made while it is.';
comment on column media_files.light_due_at is
  'When the copy is begun: later than now while a process makes it, or after a try failed. Null: as soon as the file is ready.';
create index media_files_light_due on media_files ((coalesce(light_due_at, ready_at)))
  where light is null and state = 'ready' and kind = 'source';
comment on index media_files_light_due is 'Source videos without a light copy; read every second where copies are made.';
