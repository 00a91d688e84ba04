-- Screenshots that clippers send with their clips, and what was read from them.
alter table submissions drop column proof_media_id;

create table clip_proofs (
  id uuid primary key,
  submission_id uuid not null references submissions (id),
  media_id uuid not null references media_files (id),
  -- what the clipper says that the screenshot shows
  reported_views bigint not null check (reported_views >= 0),
  sent_at timestamptz not null,
  state text not null check (state in ('waiting', 'match', 'mismatch', 'unreadable')),
  read_views bigint check (read_views >= 0),
  read_text text check (length(read_text) <= 4000),
  read_at timestamptz,
  -- a newer one took its place
  replaced_at timestamptz
);
create unique index clip_proofs_current on clip_proofs (submission_id) where replaced_at is null;
create index clip_proofs_waiting on clip_proofs (sent_at) where state = 'waiting' and replaced_at is null;
create index clip_proofs_media on clip_proofs (media_id);
