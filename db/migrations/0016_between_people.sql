-- What a clip's host and clipper write to each other about it.
create table submission_messages (
  id uuid primary key,
  submission_id uuid not null references submissions (id),
  author_id uuid not null references users (id),
  body text not null check (length(body) between 1 and 1000),
  sent_at timestamptz not null,
  -- when the other side opened it
  read_at timestamptz
);
create index submission_messages_thread on submission_messages (submission_id, sent_at desc, id desc);
create index submission_messages_unread on submission_messages (submission_id, author_id) where read_at is null;

-- Clippers whose clips a host does not take.
create table clipper_blocks (
  host_id uuid not null references users (id) on delete cascade,
  clipper_id uuid not null references users (id) on delete cascade,
  blocked_at timestamptz not null,
  primary key (host_id, clipper_id)
);
create index clipper_blocks_host on clipper_blocks (host_id, blocked_at desc, clipper_id desc);

-- A clipper is invited to a listing once.
create table listing_invitations (
  listing_id uuid not null references listings (id),
  clipper_id uuid not null references users (id) on delete cascade,
  invited_at timestamptz not null,
  primary key (listing_id, clipper_id)
);
