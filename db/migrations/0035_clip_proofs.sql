-- Screenshots that clippers send with their clips, and what was read from them.
alter table submissions drop column attestation_media_id;

create table view_attestations (
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
create unique index view_attestations_current on view_attestations (submission_id) where replaced_at is null;
create index view_attestations_waiting on view_attestations (sent_at) where state = 'waiting' and replaced_at is null;
create index view_attestations_media on view_attestations (media_id);
