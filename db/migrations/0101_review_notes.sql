set local lock_timeout = '2s';
create table clip_review_notes (
  id uuid not null constraint clip_review_notes_pkey primary key,
  submission_id uuid not null constraint clip_review_notes_submission_id_fkey references submissions (id),
  text text not null constraint clip_review_notes_text_length check (char_length(text) between 1 and 1000),
  written_at timestamptz not null,
  changed_at timestamptz not null,
  answered_at timestamptz
);
comment on table clip_review_notes is
  'What clippers wrote to the reviewer of a clip that needs review. A clip has one note in each review.';
comment on column clip_review_notes.answered_at is
  'When an admin let the score pass. A decided fraud hold answers earlier notes of its clip too.';
create index clip_review_notes_submission on clip_review_notes (submission_id, written_at desc);
grant select, insert, update on clip_review_notes to permille_app;
