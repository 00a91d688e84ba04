set local lock_timeout = '2s';
alter table media_files
  drop constraint media_files_kind_known,
  add constraint media_files_kind_known check (kind in ('source', 'photo', 'screenshot', 'poster', 'clip'));

create table clip_files (
  submission_id uuid not null,
  media_id uuid not null,
  state text not null default 'waiting',
  due_at timestamptz,
  tries integer not null default 0,
  attached_at timestamptz not null,
  remove_at timestamptz,
  constraint clip_files_pkey primary key (submission_id),
  constraint clip_files_submission_id_fkey foreign key (submission_id) references submissions (id),
  constraint clip_files_media_id_fkey foreign key (media_id) references media_files (id) on delete cascade,
  constraint clip_files_media_id_key unique (media_id),
  constraint clip_files_state_known check (
    state in ('waiting', 'matched', 'partly', 'nothing_found', 'no_sound', 'no_source', 'unreadable')),
  constraint clip_files_due_while_waiting check ((state = 'waiting') = (due_at is not null)),
  constraint clip_files_tries_not_negative check (tries >= 0)
);
comment on table clip_files is
  'The video of a clip as its clipper sent it, and whether its sound was found in the listing''s source. A clip without a row has none. That it is the video of the post is the clipper''s word: only its length can be compared.';
comment on column clip_files.state is
  'matched: nearly all of its sound is the source''s; partly: some. no_source: the listing''s source has no sound to compare. unreadable: its own sound can''t be decoded.';
comment on column clip_files.remove_at is 'When the bytes are erased; null once they are.';
comment on column clip_files.due_at is
  'When it is compared next, once its bytes are here and were checked (media_files.state is ready).';
comment on constraint clip_files_due_while_waiting on clip_files is 'What waits is due at some time; what is done is not.';
create index clip_files_due_at on clip_files (due_at) where due_at is not null;
create index clip_files_remove_at on clip_files (remove_at) where remove_at is not null;
create index media_files_begun on media_files (id) where state = 'uploading' and check_at is null;
comment on index media_files_begun is 'Uploads whose bytes may all be here without anybody having noted it; read every minute.';
create index media_files_clip_space on media_files (owner_id) include (size_bytes)
  where kind = 'clip' and state in ('uploading', 'ready');
comment on index media_files_clip_space is 'What a person''s files of clips take up, those included that still come in.';
grant select, insert, update, delete on clip_files to permille_app;

create table clip_segments (
  submission_id uuid not null,
  ordinal integer not null,
  source_media_id uuid not null,
  clip_from_ms integer not null,
  clip_to_ms integer not null,
  source_from_ms integer not null,
  source_to_ms integer not null,
  bit_error real not null,
  tempo real not null,
  pitch real not null,
  constraint clip_segments_pkey primary key (submission_id, ordinal),
  constraint clip_segments_submission_id_fkey foreign key (submission_id)
    references clip_files (submission_id),
  constraint clip_segments_source_media_id_fkey foreign key (source_media_id) references media_files (id),
  constraint clip_segments_clip_ascends check (clip_from_ms >= 0 and clip_to_ms > clip_from_ms),
  constraint clip_segments_source_ascends check (source_from_ms >= 0 and source_to_ms > source_from_ms)
);
comment on table clip_segments is
  'Which part of a clip has the sound of which part of its listing''s source, in the clip''s order. It outlives the bytes of the file: nothing that removes files removes it.';
comment on column clip_segments.bit_error is 'Share of the fingerprints'' bits that differ; 0 is equal, beyond 0.3 nothing is found.';
create index clip_segments_source on clip_segments (source_media_id);
grant select, insert, update, delete on clip_segments to permille_app;
