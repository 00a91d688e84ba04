-- How the score weighs its signals and what it takes for usual. Version 0 is what the product ships with; a verdict names
-- the version it was made by. Written once: a version that clips were judged by can always be read again.
create table score_versions (
  version int primary key check (version > 0),
  made_at timestamptz not null,
  -- null: recomputed from the product's own approved clips
  made_by uuid references users (id),
  note text not null check (length(note) between 1 and 500),
  settings jsonb not null
);
revoke update, delete, truncate on score_versions from permille_app;

alter table clip_tracking add column score_version int not null default 0;
