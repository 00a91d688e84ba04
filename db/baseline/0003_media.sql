create table media_files (
  id uuid primary key,
  owner_id uuid not null references users (id),
  kind text not null constraint media_files_kind_known check (kind in ('source', 'photo', 'screenshot', 'poster', 'clip')),
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
  remove_at timestamptz,
  sound text,
  sound_codec text,
  sound_slices integer not null default 0,
  sound_tries integer not null default 0,
  sound_due_at timestamptz,
  check_at timestamptz,
  sha256 text,
  fingerprint text,
  format jsonb,
  has_poster boolean not null default false,
  storyboard_tiles integer,
  storyboard_tile_width integer,
  storyboard_tile_height integer,
  light text,
  light_share real not null default 0,
  light_tries integer not null default 0,
  light_due_at timestamptz,
  transcript text,
  transcript_slices integer not null default 0,
  transcript_tries integer not null default 0,
  transcript_due_at timestamptz,
  transcript_failure text,
  -- Null of uploads that an older release began: they count in full.
  held_bytes bigint,
  constraint media_files_sound_known
    check (sound in ('ready', 'silent', 'undecodable', 'unreadable')),
  constraint media_files_sound_slices_not_negative check (sound_slices >= 0),
  constraint media_files_sound_tries_not_negative check (sound_tries >= 0),
  constraint media_files_sha256_hex check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint media_files_fingerprint_hex check (fingerprint ~ '^[0-9a-f]{64}$'),
  constraint media_files_storyboard_whole check (
    num_nulls(storyboard_tiles, storyboard_tile_width, storyboard_tile_height) in (0, 3)),
  constraint media_files_storyboard_tiles_range check (storyboard_tiles between 1 and 600),
  constraint media_files_light_known check (light in ('ready', 'unneeded', 'failed')),
  constraint media_files_light_share_range check (light_share between 0 and 1),
  constraint media_files_light_tries_not_negative check (light_tries >= 0),
  constraint media_files_transcript_known check (transcript in ('host', 'server', 'none', 'failed')),
  constraint media_files_transcript_slices_not_negative check (transcript_slices >= 0),
  constraint media_files_transcript_tries_not_negative check (transcript_tries >= 0),
  constraint media_files_held_within_size check (held_bytes between 0 and size_bytes)
);
comment on table media_files is
  'Uploaded source videos, profile photos and screenshots, and posters that platforms gave for clips. The bytes are on disk.';
comment on column media_files.state is
  'uploading: bytes are missing (the file''s size says which), or all are here and check_at is set. erased: the row stays while a listing''s history names it; a job removes the bytes, then clears ready_at.';
comment on column media_files.storage_key is 'Made by the server, never from the file''s name.';
comment on column media_files.remove_at is
  'When an upload is removed that nothing uses; null once something uses it or its bytes are gone.';
comment on column media_files.sound is
  'Of a source video, once it was tried: ready (fingerprint and peaks lie beside the file), silent (it has no sound), undecodable (nothing here decodes sound_codec), unreadable. Null: still to do.';
comment on column media_files.sound_slices is 'So many parts of five minutes are in the files of fingerprint and peaks.';
comment on column media_files.sound_due_at is
  'When the next part is read: later than now while a process reads one, or after one failed. Null: as soon as the file is ready.';
comment on column media_files.check_at is
  'When a source video whose bytes have all arrived is checked; null while bytes are missing and once it was checked.';
comment on column media_files.sha256 is 'Of the bytes of a checked source video; equal ones are stored once.';
comment on column media_files.fingerprint is
  'SHA-256 of the first and the last MiB, as the sender computed it: whether a file chosen later is the one that was begun.';
comment on column media_files.format is
  'How a source video is coded (contract/media.ts, videoFormat); null before its check, and of those from before this was read.';
comment on column media_files.has_poster is
  'Of a source video: a picture of it lies beside the file, made by its host''s browser and re-encoded here. Anyone may see it who may see a listing of the video.';
comment on column media_files.storyboard_tiles is
  'Of a source video: so many small pictures of it, evenly spread over its length, lie beside the file in sheets of a hundred; null until all sheets are here.';
comment on column media_files.light is
  'Of a source video, where FFMPEG_PATH is set: ready (a copy of 480 lines lies beside the file), unneeded (the video is as light itself), failed. Null: still to do, or nothing here makes copies.';
comment on column media_files.light_share is 'How much of the copy is made while it is.';
comment on column media_files.light_due_at is
  'When the copy is begun: later than now while a process makes it, or after a try failed. Null: as soon as the file is ready.';
comment on column media_files.transcript is
  'Of a source video: host (its host gave source_transcripts), server (TRANSCRIBE_URL wrote it), none (there is no sound to write down), failed. Null: still to do where TRANSCRIBE_URL is set, else there is none.';
comment on column media_files.transcript_slices is 'So many parts of five minutes are written down.';
comment on column media_files.transcript_due_at is
  'When the next part is sent: later than now while a process waits for one, or after one failed. Null: as soon as the sound is prepared.';
comment on column media_files.transcript_failure is 'What the last try of a part failed with, for the operator; null once one succeeded.';
comment on column media_files.held_bytes is 'Of an upload whose bytes are not all here: how many of them count in the space of all, those that arrived and those that the request under way may still bring. Null: all of size_bytes.';
comment on constraint media_files_storyboard_whole on media_files is 'Tiles have a size, and a size is of tiles.';
create index media_files_begun on media_files (id) where state = 'uploading' and check_at is null;
comment on index media_files_begun is 'Uploads whose bytes may all be here without anybody having noted it; read every minute.';
create index media_files_check_at on media_files (check_at) where check_at is not null;
create index media_files_clip_space on media_files (owner_id) include (size_bytes)
  where kind = 'clip' and state in ('uploading', 'ready');
comment on index media_files_clip_space is 'What a person''s files of clips take up, those included that still come in.';
create index media_files_erased on media_files (id) where state = 'erased' and ready_at is not null;
create index media_files_held on media_files (kind) include (size_bytes, held_bytes)
  where state = 'uploading' and check_at is null and held_bytes is not null;
comment on index media_files_held is 'Uploads that take up less than they announced; summed before each part of an upload is taken.';
create index media_files_light_due on media_files ((coalesce(light_due_at, ready_at)))
  where light is null and state = 'ready' and kind = 'source';
comment on index media_files_light_due is 'Source videos without a light copy; read every second where copies are made.';
create index media_files_owner on media_files (owner_id, created_at desc);
create index media_files_remove_at on media_files (remove_at) where remove_at is not null;
create index media_files_sha256 on media_files (sha256) where kind = 'source' and state = 'ready';
create index media_files_sound_due on media_files ((coalesce(sound_due_at, ready_at)))
  where sound is null and state = 'ready' and kind = 'source';
comment on index media_files_sound_due is 'Source videos whose sound is to be prepared; read every second.';
create index media_files_space
  on media_files (owner_id) include (size_bytes) where kind = 'source' and state in ('uploading', 'ready');
comment on index media_files_space is
  'What the source videos take up, those included that were announced and still come in.';
create index media_files_transcript_due on media_files ((coalesce(transcript_due_at, ready_at)))
  where transcript is null and sound is not null and state = 'ready' and kind = 'source';
comment on index media_files_transcript_due is 'Source videos to be written down; read every second where TRANSCRIBE_URL is set.';

create table upload_senders (
  media_id uuid not null,
  owner_id uuid not null,
  sender uuid not null,
  is_wanted boolean not null default true,
  expires_at timestamptz not null,
  constraint upload_senders_pkey primary key (media_id),
  constraint upload_senders_media foreign key (media_id) references media_files on delete cascade,
  constraint upload_senders_owner foreign key (owner_id) references users on delete cascade
);
comment on table upload_senders is 'The request that sends an upload, in whichever process: one to an upload, a few to a person.';
comment on column upload_senders.sender is 'Of the request; it ends when the row is no longer its own.';
comment on column upload_senders.is_wanted is 'False once a newer request waits to go on with the upload.';
comment on column upload_senders.expires_at is 'On the clock of the database: the process that takes the bytes in moves it on, and one that was killed does not.';
create index upload_senders_owner on upload_senders (owner_id);

create table source_transcripts (
  media_id uuid not null,
  cues jsonb not null,
  made_at timestamptz not null,
  constraint source_transcripts_pkey primary key (media_id),
  constraint source_transcripts_media foreign key (media_id) references media_files on delete cascade,
  constraint source_transcripts_cues_are_a_list check (jsonb_typeof(cues) = 'array')
);
comment on table source_transcripts is
  'What is said in a source video, in order: [{"start", "end", "text"}], seconds of the source. media_files.transcript says whose it is.';
