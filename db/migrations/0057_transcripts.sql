set local lock_timeout = '2s';
alter table media_files
  add column transcript text,
  add column transcript_slices integer not null default 0,
  add column transcript_tries integer not null default 0,
  add column transcript_due_at timestamptz,
  add column transcript_failure text,
  add constraint media_files_transcript_known check (transcript in ('host', 'server', 'none', 'failed')),
  add constraint media_files_transcript_slices_not_negative check (transcript_slices >= 0),
  add constraint media_files_transcript_tries_not_negative check (transcript_tries >= 0);
comment on column media_files.transcript is
  'Of a source video: host (its host gave source_transcripts), server (TRANSCRIBE_URL wrote it), none (there is no sound to write down), failed. Null: still to do where TRANSCRIBE_URL is set, else there is none.';
comment on column media_files.transcript_slices is 'So many parts of five minutes are written down.';
comment on column media_files.transcript_due_at is
  'When the next part is sent: later than now while a process waits for one, or after one failed. Null: as soon as the sound is prepared.';
comment on column media_files.transcript_failure is 'What the last try of a part failed with, for the operator; null once one succeeded.';
create index media_files_transcript_due on media_files ((coalesce(transcript_due_at, ready_at)))
  where transcript is null and sound is not null and state = 'ready' and kind = 'source';
comment on index media_files_transcript_due is 'Source videos to be written down; read every second where TRANSCRIBE_URL is set.';
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
