create table submissions (
  id uuid primary key,
  listing_id uuid not null references listings (id),
  listing_version int not null,
  clipper_id uuid not null references users (id),
  connection_id uuid not null references connections (id),
  platform text not null check (platform in ('tiktok', 'youtube', 'instagram')),
  post_id text not null,
  url text not null,
  caption text not null default '',
  posted_at timestamptz not null,
  duration_seconds int,
  reported_views bigint not null check (reported_views >= 0),
  attestation_media_id uuid references media_files (id),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  submitted_at timestamptz not null,
  -- null until the first verdict exists (at most 24 h after submission)
  decision_started_at timestamptz,
  decide_by timestamptz not null,
  escalated boolean not null default false,
  -- a decision waits ten seconds, in which the host can take it back
  decision text check (decision in ('approve', 'reject')),
  decision_by uuid references users (id),
  decision_commits_at timestamptz,
  reject_reason text check (reject_reason in ('wrong_content', 'missing_disclosure', 'duplicate', 'outside_window', 'invalid_proof', 'suspected_fake_views', 'other')),
  reject_note text check (length(reject_note) <= 500),
  decided_at timestamptz,
  approved_at timestamptz,
  approved_how text check (approved_how in ('host', 'automatically', 'admin', 'appeal')),
  tracking_until timestamptz,
  withdrawn_at timestamptz,
  foreign key (listing_id, listing_version) references listing_versions (listing_id, version),
  check ((status = 'approved') = (approved_at is not null and tracking_until is not null)),
  check ((decision is null) = (decision_commits_at is null)),
  check (decision is null or status = 'pending')
);
-- A post earns in one live submission only; a withdrawn or rejected one frees it.
create unique index submissions_live_post on submissions (platform, post_id) where status in ('pending', 'approved');
-- Everything that was ever counted of a post, whoever submitted it.
create index submissions_post on submissions (platform, post_id);
create index submissions_listing on submissions (listing_id, submitted_at desc, id desc);
create index submissions_clipper on submissions (clipper_id, submitted_at desc, id desc);
create index submissions_clipper_listing on submissions (clipper_id, listing_id);
create index submissions_decision on submissions (decision_commits_at) where decision is not null;
create index submissions_decide_by on submissions (decide_by) where status = 'pending';
create index submissions_approved_listing on submissions (listing_id, approved_at, id) where status = 'approved';
